import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { appDataDir } from '../../platform/app-data-dir.ts'
import { launchNodeChild } from '../../platform/launch-node-child.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { isPhonolensError } from '#shared/errors.ts'
import { createCore } from '../core/create-core.ts'
import { commonPorts } from '../host/common-ports.ts'
import { isIncoming, removeIncoming } from '../host/incoming-files.ts'
import { createHostLog, reportUnexpected } from '../host/host-log.ts'
import { buildBrowserHost } from './build-host.ts'
import { openAddress } from './open-address.ts'

/** This file is built to out/main/browser.js, beside the service and below the folder that holds the resources. */
const outDir = join(import.meta.dirname, '..')

function readOptions(): { port: number; dataDir: string; open: boolean } {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port} is not a port`)
  return {
    port,
    dataDir: values.data ? resolve(values.data) : appDataDir('phonolens'),
    open: !values['no-open'],
  }
}

async function main(): Promise<void> {
  const options = readOptions()
  const log = createHostLog(options.dataDir)
  const incomingDir = join(options.dataDir, 'incoming')
  const core = await createCore({
    ...commonPorts(options.dataDir, join(outDir, '..', 'resources'), log),
    app: {
      version: packageJson.version,
      host: 'browser',
      platform: process.platform,
      capabilities: { readsFilesInPlace: false },
      mediaBase: '/media/',
    },
    launchService: ({ env, args }) =>
      // Its standard input is the life line: the service stops when it ends, also when this process is killed.
      launchNodeChild(join(outDir, 'main', 'service.js'), { env, args: [...args, '--exit-with-parent'] }),
    // A page in a browser may name only what it sent; each file lies in a folder of its own.
    mayOpenPath: (path) => isIncoming(incomingDir, path),
    releasePath: (path) => void removeIncoming(incomingDir, path),
  })
  const token = randomBytes(24).toString('base64url')
  const host = buildBrowserHost({
    handlers: core.handlers,
    onEvent: core.onEvent,
    mediaFile: core.mediaFile,
    exportFile: core.exportFile,
    reportUnexpected: reportUnexpected(log),
    pagesDir: join(outDir, 'renderer'),
    incomingDir,
    token,
  })
  await host.listen({ host: '127.0.0.1', port: options.port })
  const { port } = host.server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/?token=${token}`
  console.log(`Phonolens is at ${address}`)
  if (options.open) openAddress(address)

  let closing = false
  const stop = (): void => {
    if (closing) return
    closing = true
    void Promise.allSettled([host.close(), core.close()]).then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

main().catch((error: NodeJS.ErrnoException) => {
  const inUse = error.code === 'EADDRINUSE'
  const words = isPhonolensError(error) ? (error.info.detail ?? error.message) : error.message
  console.error(inUse ? 'That port is taken by another program; choose another with --port.' : words)
  process.exit(1)
})
