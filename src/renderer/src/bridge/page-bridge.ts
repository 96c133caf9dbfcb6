import type { Bridge } from '#shared/bridge/bridge.ts'

/** A bridge as the pages use it. */
export interface PageBridge extends Bridge {
  /**
   * Tells when the host stops answering (false) and when it is back (true). Absent where page and host end together.
   *
   * @returns a function that stops the listening
   */
  onConnectionChange?(listener: (connected: boolean) => void): () => void
}
