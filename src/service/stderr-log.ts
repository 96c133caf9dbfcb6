import { inspect } from 'node:util'
import type { Log } from '../platform/log.ts'

/** A log of short lines on standard error; standard output is for the lines that other programs read. */
export function createStderrLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const line = (level: string) => (message: string, detail?: unknown) => {
    write(
      `${new Date().toISOString()} ${level} ${message}${detail === undefined ? '' : ` ${inspect(detail)}`}\n`,
    )
  }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}
