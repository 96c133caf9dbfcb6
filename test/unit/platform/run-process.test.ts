import { describe, expect, it } from 'vitest'
import { childEnvironment, ProcessError, runProcess } from '../../../src/platform/run-process.ts'

const node = process.execPath

describe('runProcess', () => {
  it('gives whole lines as they come', async () => {
    const lines: string[] = []
    const { stdout } = await runProcess(node, ['-e', 'console.log("one"); console.log("two")'], {
      onStdoutLine: (line) => lines.push(line),
    })
    expect(lines).toEqual(['one', 'two'])
    expect(stdout).toBe('one\ntwo')
  })

  it('never reads arguments as shell syntax', async () => {
    const { stdout } = await runProcess(node, [
      '-e',
      'console.log(process.argv[1])',
      '$(id); `id` && "x" %PATH%',
    ])
    expect(stdout).toBe('$(id); `id` && "x" %PATH%')
  })

  it.each([
    ['missing', 'no-such-program-here', [], {}],
    ['exit', node, ['-e', 'console.error("why"); process.exit(3)'], {}],
    ['timeout', node, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 300 }],
    ['cancelled', node, ['-e', 'setInterval(() => {}, 1000)'], { signal: AbortSignal.abort() }],
  ] as const)('tells %s apart', async (failure, file, args, options) => {
    const error = await runProcess(file, args, options).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProcessError)
    expect((error as ProcessError).failure).toBe(failure)
    if (failure === 'exit') expect(error).toMatchObject({ exitCode: 3, stderr: 'why' })
  })
})

describe('childEnvironment', () => {
  it('passes on where things are, and no key', () => {
    const env = childEnvironment({
      PATH: '/bin',
      HOME: '/home/a',
      PHONOLENS_API_KEY: 'secret',
      AWS_SECRET: 'secret',
    })
    expect(env).toEqual({ PATH: '/bin', HOME: '/home/a' })
  })
})
