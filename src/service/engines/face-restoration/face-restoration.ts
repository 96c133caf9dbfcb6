import type { Engine } from '../engine.ts'

export interface FaceRestorationInput {
  /** Absolute path of a picture within the limits, in any format that sharp reads. */
  imagePath: string
}

export interface FaceRestorationOutput {
  /**
   * Absolute path of a picture in `workDir`: same size in pixels, same orientation tag, ICC profile and alpha as the
   * original.
   */
  imagePath: string
  /** "jpg", "png" or "webp": as the original where that keeps everything, otherwise PNG. */
  extension: 'jpg' | 'png' | 'webp'
}

export type FaceRestorationEngine = Engine<FaceRestorationInput, FaceRestorationOutput>
