import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { hostCall, type HostCallDeps } from '#shared/bridge/host-call.ts'
import type { EventListener } from '#shared/bridge/contract.ts'

export const CALL_CHANNEL = 'phonolens:call'
export const EVENT_CHANNEL = 'phonolens:event'

/**
 * Whether a message comes from the top frame of one of our own pages. A frame inside the page, or a page that got
 * loaded in its place, must not reach the core.
 */
export function isOwnPage(event: Pick<IpcMainInvokeEvent, 'senderFrame'>, pagesOrigin: string): boolean {
  const frame = event.senderFrame
  if (!frame || frame.parent !== null) return false
  // URL.origin is "null" for schemes that Node does not know, so scheme and host are compared instead.
  const url = URL.parse(frame.url)
  return url !== null && `${url.protocol}//${url.host}` === pagesOrigin
}

/**
 * Answers the pages' calls.
 *
 * @returns a function that stops answering
 */
export function serveCalls(
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>,
  deps: HostCallDeps,
  pagesOrigin: string,
): () => void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) =>
    hostCall(deps, name, input, { trusted: isOwnPage(event, pagesOrigin) }),
  )
  return () => ipcMain.removeHandler(CALL_CHANNEL)
}

/** Passes the core's events to every open window. */
export function forwardEvents(
  onEvent: (listener: EventListener) => () => void,
  openPages: () => Pick<WebContents, 'send' | 'isDestroyed'>[],
): () => void {
  return onEvent((name, payload) => {
    for (const page of openPages()) {
      if (!page.isDestroyed()) page.send(EVENT_CHANNEL, name, payload)
    }
  })
}
