import { networkInterfaces } from 'node:os'
import { LIMITS } from '#shared/limits.ts'
import { systemClock } from '../platform/clock.ts'
import { lockFolder } from '../platform/lock-folder.ts'
import type { Log } from '../platform/log.ts'
import { parseServiceArguments, USAGE, type ServiceArguments } from './arguments.ts'
import { createService, type Service } from './create-service.ts'
import type { ServiceEngines } from './engines/service-engines.ts'
import { FETCH_LIMITS } from './input/fetch-source.ts'
import { createStderrLog } from './stderr-log.ts'

/** Longest wait for engines to wind down. Their tasks are taken back at the next start in any case. */
const STOP_TIMEOUT_MS = 4_000

/**
 * The service as a program: reads the arguments of this process, listens, says so in one line, and ends with a signal.
 * Exit codes: 0 stopped, 1 cannot run, 2 wrong arguments.
 */
export async function runService(engines: ServiceEngines): Promise<void> {
  const parsed = parseServiceArguments(process.argv.slice(2), process.env)
  if (parsed.type === 'help') return void process.stdout.write(USAGE)
  if (parsed.type === 'wrong') return quit(2, `${parsed.message}\n\n${USAGE}`)
  const options = parsed.arguments
  const log = createStderrLog()
  // Nobody may be left to read: that is no reason to break off in the middle of stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

  try {
    const release = lockFolder(options.dataDir)
    if (!release) return quit(1, `Another service is running on the folder ${options.dataDir}.\n`)
    const { apiKey, dataDir, host } = options
    const service = await createService({
      apiKey,
      dataDir,
      host,
      engines,
      fetchLimits: FETCH_LIMITS,
      maxUploadBytes: LIMITS.uploadBytes,
      clock: systemClock,
      log,
    })
    const port = await service.listen(options.port)
    stopOnSignals(service, release, options, log)
    if (options.apiKeyIsNew) process.stdout.write(`API key: ${apiKey}\n`)
    process.stdout.write(`Service ready at ${reachableAddress(host, port)}\n`)
  } catch (error) {
    quit(1, `${startFailure(error as NodeJS.ErrnoException, options)}\n`)
  }
}

function stopOnSignals(service: Service, release: () => void, options: ServiceArguments, log: Log): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref()
    service
      .stop()
      .catch((error: unknown) => log.error('stopping did not go well', error))
      .finally(() => {
        release()
        process.exit(0)
      })
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (options.exitWithParent) process.stdin.on('end', stop).on('error', stop).resume()
}

/** The address a client on this machine or its network can use: 0.0.0.0 is none. */
function reachableAddress(host: string, port: number): string {
  const any = host === '0.0.0.0' || host === '::'
  const shown = any ? (firstNetworkAddress() ?? '127.0.0.1') : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}

function firstNetworkAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return all.find((entry) => entry.family === 'IPv4' && !entry.internal)?.address
}

function startFailure(error: NodeJS.ErrnoException, options: ServiceArguments): string {
  const { host, port, dataDir } = options
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}.`
    case 'EACCES':
      return error.syscall === 'listen'
        ? `Port ${port} may not be used.`
        : `The folder ${dataDir} cannot be written.`
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EROFS':
    case 'ERR_SQLITE_ERROR':
      return `The folder ${dataDir} cannot be used: ${error.message}`
    default:
      return `The service cannot start: ${error.message}`
  }
}

function quit(exitCode: number, message: string): void {
  process.stderr.write(message, () => process.exit(exitCode))
}
