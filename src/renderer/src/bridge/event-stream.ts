export interface EventStreamHandlers {
  onOpen(): void
  onMessage(data: string): void
  onLost(): void
}

/** Opens a stream of events that stays open: it connects again by itself. Answers a function that closes it. */
export type OpenEventStream = (url: string, handlers: EventStreamHandlers) => () => void

const RETRY_DELAY_MS = 2_000

/** Over `EventSource`, which gives up for good on an answer that is not a stream: then a new one is opened. */
export const openEventSource: OpenEventStream = (url, handlers) => {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  function connect(): void {
    const current = new EventSource(url)
    source = current
    current.onopen = () => handlers.onOpen()
    current.onmessage = (message) => handlers.onMessage(String(message.data))
    current.onerror = () => {
      handlers.onLost()
      if (current.readyState === EventSource.CLOSED) timer = setTimeout(connect, RETRY_DELAY_MS)
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
