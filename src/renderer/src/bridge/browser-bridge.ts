import type { CallOutcome } from '#shared/bridge/bridge.ts'
import type { MethodName } from '#shared/bridge/contract.ts'
import type { ErrorInfo } from '#shared/errors.ts'
import { err } from '#shared/result.ts'
import { createEventFan } from './event-fan.ts'
import { openEventSource, type OpenEventStream } from './event-stream.ts'
import { importOverHttp, OWN_PAGE_HEADER } from './import-over-http.ts'
import type { PageBridge } from './page-bridge.ts'
import { readJson, readResult } from './read-result.ts'
import type { SendFile } from './send-file.ts'

export interface BrowserBridgeOptions {
  /** Address of the host, without a slash at its end; the page's own by default. */
  baseUrl?: string
  fetch?: typeof globalThis.fetch
  openEventStream?: OpenEventStream
  sendFile?: SendFile
}

export interface BrowserBridge extends PageBridge {
  onConnectionChange(listener: (connected: boolean) => void): () => void
  close(): void
}

/** The bridge of browser mode: calls over HTTP to the page's own host, events over one open stream, files sent to it. */
export function createBrowserBridge(options: BrowserBridgeOptions = {}): BrowserBridge {
  const { baseUrl = '', openEventStream = openEventSource, sendFile } = options
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const fan = createEventFan()
  const connectionListeners = new Set<(connected: boolean) => void>()
  let connected = true

  function setConnected(next: boolean): void {
    if (next === connected) return
    connected = next
    for (const listener of [...connectionListeners]) listener(next)
  }

  const close = openEventStream(`${baseUrl}/bridge/events`, {
    onOpen: () => setConnected(true),
    onLost: () => setConnected(false),
    onMessage(data) {
      const message = readJson(data) as { name?: unknown; payload?: unknown } | undefined
      fan.emit(message?.name, message?.payload)
    },
  })

  return {
    close,
    on: fan.on,
    onConnectionChange(listener) {
      connectionListeners.add(listener)
      return () => connectionListeners.delete(listener)
    },
    async call<Name extends MethodName>(name: Name, input: unknown) {
      try {
        const response = await send(`${baseUrl}/bridge/call`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...OWN_PAGE_HEADER },
          body: JSON.stringify({ name, input }),
        })
        return readResult(await response.text()) as CallOutcome<Name>
      } catch (error) {
        return err<ErrorInfo>({ code: 'host-unreachable', detail: String(error) })
      }
    },
    importFile: (file, more) => importOverHttp(file, { baseUrl, sendFile, ...more }),
  }
}
