import { LIMITS } from '#shared/limits.ts'
import type { FaceRestorationEngine } from '../engines/face-restoration/face-restoration.ts'
import { pickEngine } from '../engines/registry.ts'
import { bringIn, type BringInOptions } from '../input/bring-in.ts'
import { checkPhoto } from '../input/check-photo.ts'
import { sourceInput } from '../input/source-input.ts'
import { createEngineRunner } from './engine-runner.ts'
import { keepOutput } from './kept-output.ts'
import type { TaskRunner } from './worker.ts'

export interface RestoreRunnerOptions extends Omit<BringInOptions, 'noun'> {
  engines: readonly FaceRestorationEngine[]
}

export const NO_RESTORATION_ENGINE = 'There is no face-restoration engine on this machine.'

/** Fetches a photo, holds it against the limits, and has it restored. */
export function createRestoreRunner(options: RestoreRunnerOptions): TaskRunner {
  const { files, clock } = options
  const maxBytes = Math.min(LIMITS.imageBytes, options.fetchLimits.maxBytes)
  const source = { ...options, noun: 'photo' as const, fetchLimits: { ...options.fetchLimits, maxBytes } }
  return createEngineRunner({
    slots: 4,
    // sharp and ffmpeg keep all cores busy with one photo, and sixteen megapixels take much memory.
    atWork: 1,
    clock,
    bringIn: async (rawInput, context) => {
      const imagePath = await bringIn(sourceInput.parse(rawInput), context, source)
      await checkPhoto(imagePath)
      return { imagePath }
    },
    pick: () => pickEngine(options.engines, NO_RESTORATION_ENGINE),
    keep: (output) => keepOutput(output.imagePath, output.extension, { files, clock }),
  })
}
