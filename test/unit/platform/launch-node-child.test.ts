import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { launchNodeChild, type NodeChild } from '../../../src/platform/launch-node-child.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'phonolens-child-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function launch(script: string, env: Record<string, string> = {}, args: string[] = []): NodeChild {
  const entry = join(dir, 'child.mjs')
  writeFileSync(entry, script)
  return launchNodeChild(entry, { env, args })
}

const line = (child: NodeChild): Promise<string> => new Promise((resolve) => child.onLine(resolve))
const exit = (child: NodeChild): Promise<void> => new Promise((resolve) => child.onExit(resolve))

it('gives a child its arguments and what it is meant to know, and nothing else', async () => {
  process.env.PHONOLENS_TEST_SECRET = 'x'
  const script =
    'console.log([process.argv[2], process.env.GIVEN, process.env.PHONOLENS_TEST_SECRET].join(" "))'
  const child = launch(script, { GIVEN: 'given' }, ['one'])
  delete process.env.PHONOLENS_TEST_SECRET
  const exited = exit(child)
  expect(await line(child)).toBe('one given ')
  await exited
})

it('tells of lines on standard error too, and of the end', async () => {
  const child = launch('console.error("trouble"); process.exit(3)')
  const exited = exit(child)
  expect(await line(child)).toBe('trouble')
  await exited
})

it('ends a child when told to, also one that has to be ended by closing its input', async () => {
  const child = launch(
    'process.on("SIGTERM", () => {}); process.stdin.resume().on("end", () => process.exit(0)); console.log("up")',
  )
  const exited = exit(child)
  expect(await line(child)).toBe('up')
  child.kill()
  await exited
})
