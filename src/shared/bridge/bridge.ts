import type { ErrorInfo } from '../errors.ts'
import type { Result } from '../result.ts'
import type { EventName, Events, MethodInput, MethodName, MethodOutput } from './contract.ts'

/** The answer to every call: nothing is thrown across the bridge. */
export type CallOutcome<Name extends MethodName> = Result<MethodOutput<Name>, ErrorInfo>

/** A file the core can open: in place, or where the host has put what the page sent it. */
export interface FileRef {
  type: 'file'
  path: string
  name: string
}

/**
 * How the pages reach the core. One implementation for each host and one fake for component tests; all pass the
 * contract suite in `test/contract`.
 */
export interface Bridge {
  call<Name extends MethodName>(name: Name, input: MethodInput<Name>): Promise<CallOutcome<Name>>

  /** @returns a function that stops the listening */
  on<Name extends EventName>(name: Name, listener: (payload: Events[Name]) => void): () => void

  /**
   * Makes a dropped or chosen file readable for the core.
   *
   * @param onProgress bytes sent and total, where the file has to be sent
   */
  importFile(
    file: File,
    options?: { signal?: AbortSignal; onProgress?: (sentBytes: number, totalBytes: number) => void },
  ): Promise<Result<FileRef, ErrorInfo>>
}
