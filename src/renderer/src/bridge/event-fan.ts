import type { EventName, Events } from '#shared/bridge/contract.ts'
import { EVENT_NAMES } from '#shared/bridge/contract.ts'

type Listener = (payload: never) => void

/** Hands one stream of events to those who listen for each name. */
export interface EventFan {
  on<Name extends EventName>(name: Name, listener: (payload: Events[Name]) => void): () => void
  /** Names that are not in the contract are left alone, so that a newer host does not break an older page. */
  emit(name: unknown, payload: unknown): void
}

export function createEventFan(): EventFan {
  const listeners = new Map<EventName, Set<Listener>>(EVENT_NAMES.map((name) => [name, new Set()]))
  return {
    on(name, listener) {
      const added = listener as Listener
      listeners.get(name)?.add(added)
      return () => listeners.get(name)?.delete(added)
    },
    emit(name, payload) {
      const chosen = listeners.get(name as EventName)
      for (const listener of [...(chosen ?? [])]) listener(payload as never)
    },
  }
}
