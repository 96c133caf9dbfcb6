import type { Engine } from '../engine.ts'

export interface SpeechToTextInput {
  /** Absolute path of a recording, in any format that ffmpeg reads. */
  audioPath: string
}

export interface RecognisedSegment {
  /** Milliseconds from the start of the recording. */
  startMs: number
  endMs: number
  text: string
}

export interface SpeechToTextOutput {
  /** In ascending `startMs`, without overlap, never empty text; an empty list for a recording without speech. */
  segments: RecognisedSegment[]
  /** Length of the recording in milliseconds. */
  durationMs: number
  /** BCP 47 tag of the language that was recognised. */
  language: string
}

export type SpeechToTextEngine = Engine<SpeechToTextInput, SpeechToTextOutput>
