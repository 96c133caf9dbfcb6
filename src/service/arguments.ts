import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { appDataDir } from '../platform/app-data-dir.ts'

export const USAGE = `Usage: npm run service -- [--port N] [--api-key KEY] [--data DIR] [--host H]

  --port N      port to listen on; 0, the default, takes a free one
  --api-key KEY key that clients give; also PHONOLENS_API_KEY; without either one is made and printed
  --data DIR    folder for tasks and files
  --host H      address to listen on; 127.0.0.1 by default, which only this machine reaches
  --exit-with-parent
                stop when standard input ends
`

export interface ServiceArguments {
  port: number
  apiKey: string
  /** True where nobody gave the key, so that it has to be shown. */
  apiKeyIsNew: boolean
  dataDir: string
  host: string
  exitWithParent: boolean
}

export type ParsedArguments =
  { type: 'run'; arguments: ServiceArguments } | { type: 'help' } | { type: 'wrong'; message: string }

/** Reads the command line, without the program's own name, and the environment. */
export function parseServiceArguments(argv: readonly string[], env: NodeJS.ProcessEnv): ParsedArguments {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '0' },
        'api-key': { type: 'string' },
        data: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        'exit-with-parent': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return { type: 'help' }
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
      return { type: 'wrong', message: `--port must be a number from 0 to 65535, not "${values.port}".` }
    }
    for (const name of ['api-key', 'data', 'host'] as const) {
      if (values[name]?.trim() === '') return { type: 'wrong', message: `--${name} must not be empty.` }
    }
    const given = values['api-key'] ?? (env.PHONOLENS_API_KEY || undefined)
    // A header could not carry any other key as it is, and no client would ever be let in.
    if (given !== undefined && !/^[!-~]+$/.test(given)) {
      return {
        type: 'wrong',
        message: 'The API key must be of ASCII letters, digits and signs, without spaces.',
      }
    }
    return {
      type: 'run',
      arguments: {
        port: Number(values.port),
        apiKey: given ?? randomBytes(24).toString('base64url'),
        apiKeyIsNew: given === undefined,
        dataDir: values.data ?? join(appDataDir('phonolens', env), 'service'),
        // "localhost" would listen twice, on ::1 as well, where a port that is free on the one may be taken.
        host: values.host === 'localhost' ? '127.0.0.1' : values.host.replace(/^\[|\]$/g, ''),
        exitWithParent: values['exit-with-parent'],
      },
    }
  } catch (error) {
    return { type: 'wrong', message: (error as Error).message }
  }
}
