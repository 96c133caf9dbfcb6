import type { CallOutcome } from '#shared/bridge/bridge.ts'
import type { MethodName } from '#shared/bridge/contract.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { createEventFan } from './event-fan.ts'
import { importOverHttp } from './import-over-http.ts'
import type { PageBridge } from './page-bridge.ts'
import type { SendFile } from './send-file.ts'

/** What the preload script puts on `window.phonolens`. */
export interface PreloadApi {
  call(name: string, input: unknown): Promise<Result<unknown, ErrorInfo>>
  on(listener: (name: string, payload: unknown) => void): () => void
  /** Absolute path of a dropped or chosen file; empty for a file that is not on a disk. */
  pathForFile(file: File): string
}

/** The bridge of the desktop app: every call goes through the preload script, files are read where they are. */
export function createElectronBridge(
  api: PreloadApi,
  { sendFile }: { sendFile?: SendFile } = {},
): PageBridge {
  const fan = createEventFan()
  api.on((name, payload) => fan.emit(name, payload))
  return {
    async call<Name extends MethodName>(name: Name, input: unknown) {
      try {
        return (await api.call(name, input)) as CallOutcome<Name>
      } catch (error) {
        return err<ErrorInfo>({ code: 'host-unreachable', detail: String(error) })
      }
    },
    on: fan.on,
    async importFile(file, options) {
      if (options?.signal?.aborted) return err<ErrorInfo>({ code: 'cancelled' })
      const path = api.pathForFile(file)
      // What was pasted is not on a disk: its bytes are sent, as they are in the browser.
      if (!path) return importOverHttp(file, { sendFile, ...options })
      return ok({ type: 'file' as const, path, name: file.name })
    },
  }
}
