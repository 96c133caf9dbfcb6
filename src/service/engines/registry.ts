import type { Engine } from './engine.ts'

export type Picked<E> = { ready: true; engine: E } | { ready: false; howToGet: string }

/**
 * The best engine that can work now.
 *
 * @param engines best first
 * @param none what to say where the list is empty
 * @returns what to install for the best one where none is ready
 */
export async function pickEngine<Input, Output>(
  engines: readonly Engine<Input, Output>[],
  none: string,
): Promise<Picked<Engine<Input, Output>>> {
  let howToGet: string | null = null
  for (const engine of engines) {
    const status = await engine.check()
    if (status.ready) return { ready: true, engine }
    howToGet ??= status.howToGet
  }
  return { ready: false, howToGet: howToGet ?? none }
}
