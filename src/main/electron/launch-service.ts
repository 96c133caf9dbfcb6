import { createInterface } from 'node:readline'
import { utilityProcess } from 'electron'
import { childEnvironment } from '../../platform/run-process.ts'
import type { LaunchServiceOptions, ServiceChild } from '../core/ports.ts'

/**
 * Starts the built-in service in a utility process: it needs no second Node, it ends with the app, and it works in a
 * package whose fuses forbid running Electron as Node.
 */
export function launchServiceProcess(entry: string, options: LaunchServiceOptions): ServiceChild {
  const child = utilityProcess.fork(entry, [...options.args], {
    env: { ...childEnvironment(), ...options.env },
    stdio: 'pipe',
    serviceName: 'Phonolens service',
  })
  return {
    onLine(listener) {
      for (const stream of [child.stdout, child.stderr]) {
        if (stream) createInterface({ input: stream as NodeJS.ReadableStream }).on('line', listener)
      }
    },
    onExit: (listener) => void child.once('exit', () => listener()),
    kill: () => void child.kill(),
  }
}
