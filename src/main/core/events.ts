import type { EventListener } from '#shared/bridge/contract.ts'
import type { Log } from '../../platform/log.ts'

export interface EventHub {
  emit: EventListener
  /** @returns a function that stops the listening */
  onEvent(listener: EventListener): () => void
}

/** Passes what happens to everyone who listens; one listener that fails does not keep it from the others. */
export function createEventHub(log: Log): EventHub {
  const listeners = new Set<EventListener>()
  return {
    emit(name, payload) {
      for (const listener of listeners) {
        try {
          listener(name, payload)
        } catch (error) {
          log.error(`A listener to ${name} failed`, error)
        }
      }
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
