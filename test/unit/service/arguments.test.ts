import { describe, expect, it } from 'vitest'
import { parseServiceArguments } from '../../../src/service/arguments.ts'

const KEY = { PHONOLENS_API_KEY: 'from-the-environment' }

describe('parseServiceArguments', () => {
  it('has a default for everything', () => {
    const parsed = parseServiceArguments([], { XDG_DATA_HOME: '/data', APPDATA: '/data' })
    expect(parsed).toMatchObject({
      type: 'run',
      arguments: { port: 0, host: '127.0.0.1', apiKeyIsNew: true, exitWithParent: false },
    })
    const again = parseServiceArguments([], {})
    expect(again).not.toEqual(parsed)
  })

  it('takes the key from the command line before the environment', () => {
    expect(parseServiceArguments([], KEY)).toMatchObject({
      arguments: { apiKey: KEY.PHONOLENS_API_KEY, apiKeyIsNew: false },
    })
    expect(parseServiceArguments(['--api-key', 'k'], KEY)).toMatchObject({ arguments: { apiKey: 'k' } })
  })

  it.each([
    ['localhost', '127.0.0.1'],
    ['[::1]', '::1'],
    ['0.0.0.0', '0.0.0.0'],
  ])('listens for --host %s on %s', (given, host) => {
    expect(parseServiceArguments(['--host', given], KEY)).toMatchObject({ arguments: { host } })
  })

  it.each([
    [['--port', '65536']],
    [['--port', 'http']],
    [['--port', '-1']],
    [['--port']],
    [['--data', '']],
    [['--api-key', ' key ']],
    [['--api-key', 'clé']],
    [['--verbose']],
    [['extra']],
  ])('explains what is wrong with %j', (argv) =>
    expect(parseServiceArguments(argv, KEY)).toMatchObject({
      type: 'wrong',
      message: expect.any(String) as string,
    }),
  )

  it('helps', () => expect(parseServiceArguments(['-h'], {})).toEqual({ type: 'help' }))
})
