import type { ServerResponse } from 'node:http'
import type { EventListener } from '#shared/bridge/contract.ts'

/** A comment line this often keeps the connection from being taken for dead. */
const HEARTBEAT_MS = 20_000

export interface EventStreams {
  add(response: ServerResponse): void
  publish: EventListener
  close(): void
}

/** Tells every open page what happened, as server-sent events. */
export function createEventStreams(): EventStreams {
  const open = new Set<ServerResponse>()
  const heartbeat = setInterval(() => {
    for (const response of open) response.write(': still here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    add(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(': listening\n\n')
      open.add(response)
      response.on('close', () => open.delete(response))
    },
    publish(name, payload) {
      const message = `data: ${JSON.stringify({ name, payload })}\n\n`
      for (const response of open) response.write(message)
    },
    close() {
      clearInterval(heartbeat)
      for (const response of open) response.end()
    },
  }
}
