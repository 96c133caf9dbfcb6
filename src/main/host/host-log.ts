import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import log from 'electron-log/node.js'
import type { Log } from '../../platform/log.ts'

/** The log is turned over at this size, in bytes; one older file is kept. */
const MAX_LOG_BYTES = 2_000_000

/** Writes to `logs/phonolens.log` in the data folder; only warnings and errors reach the terminal. */
export function createHostLog(dataDir: string): Log {
  log.transports.file.resolvePathFn = () => join(dataDir, 'logs', 'phonolens.log')
  log.transports.file.maxSize = MAX_LOG_BYTES
  log.transports.console.level = 'error'
  return {
    info: (message, detail) => log.info(...present(message, detail)),
    warn: (message, detail) => log.warn(...present(message, detail)),
    error: (message, detail) => log.error(...present(message, detail)),
  }
}

/** Logs an error nobody expected under an id that the person can quote. */
export function reportUnexpected(log: Log): (error: unknown, method: string) => string {
  return (error, method) => {
    const incident = randomBytes(4).toString('hex')
    log.error(`Incident ${incident} in ${method}`, error)
    return incident
  }
}

function present(message: string, detail: unknown): unknown[] {
  return detail === undefined ? [message] : [message, detail]
}
