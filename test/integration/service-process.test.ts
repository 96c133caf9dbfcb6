import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient, startWebServer } from '../support/service.ts'

/** A machine that is busy with other tests needs longer than a second. */
const PATIENT = { timeout: 10_000 }

const PROGRAM = join(import.meta.dirname, '../support/service-with-fake-engine.ts')

let dataDir: string
const started: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'phonolens-process-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await rm(dataDir, { recursive: true, force: true })
})

function launch(args: string[] = [], env: Record<string, string> = { PHONOLENS_API_KEY: 'secret' }) {
  const child = spawn(process.execPath, [PROGRAM, '--data', dataDir, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  started.push(child)
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const base = /^Service ready at (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1]
      if (base) resolve(base)
    })
    void exited.then((code) => reject(new Error(`ended with ${code}: ${errors}`)))
  })
  // Tests of a service that does not start look at how it ended.
  ready.catch(() => undefined)
  return { child, ready, exited, lines, errors: () => errors }
}

describe('the service as a program', () => {
  it('finishes after a kill what it had begun and what was waiting', async () => {
    let asked = 0
    await using web = await startWebServer((_request, response) => {
      asked += 1
      // The first time round nothing comes, so that the service is killed in the middle of its work.
      if (asked > 4) response.end('back again')
    })
    const first = launch()
    const before = createClient(await first.ready, 'secret')
    const taskIds: string[] = []
    for (let count = 0; count < 6; count += 1) {
      const answer = await before.post('/api/async/do_stt', { audioUrl: `${web.base}/x` })
      taskIds.push(answer.body.data!.taskId!)
    }
    await expect.poll(() => asked, PATIENT).toBe(4)
    const policy = (await before.post('/api/file/v1/get_policy', { scene: 's' })).body.data as Record<
      string,
      string
    >
    const form = new FormData()
    for (const name of ['policy', 'signature'] as const) form.append(name, policy[name]!)
    form.append('OSSAccessKeyId', policy.accessId!)
    form.append('key', `${policy.dir}a.wav`)
    form.append('file', new Blob(['from disk']))
    await fetch(policy.host!, { method: 'POST', body: form })
    const finished = await before.post('/api/file/v1/policy_upload_finish', { reqId: policy.reqId })
    const upload = await before.post('/api/async/do_stt', { audioUrl: finished.body.data!.url })
    taskIds.push(upload.body.data!.taskId!)
    first.child.kill('SIGKILL')
    await first.exited

    const after = createClient(await launch().ready, 'secret')
    for (const taskId of taskIds) {
      const answer = await after.result(taskId)
      const words = answer.body.data?.sttResult?.data.map((segment) => segment.text).join(' ')
      expect(words).toBe(taskId === taskIds.at(-1) ? 'from disk' : 'back again')
    }
  })

  it('stops at once when asked, with work under way', async () => {
    await using web = await startWebServer(() => undefined)
    const { child, ready, exited } = launch()
    await createClient(await ready, 'secret').post('/api/async/do_stt', { audioUrl: `${web.base}/x` })
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  it('stops when its parent is gone', async () => {
    const { child, ready, exited } = launch(['--exit-with-parent'])
    await ready
    child.stdin.end()
    expect(await exited).toBe(0)
  })

  it('makes a key where it is given none, and takes one from the command line', async () => {
    const made = launch([], {})
    const base = await made.ready
    const key = /^API key: (\S{20,})$/.exec(made.lines[0] ?? '')?.[1] ?? ''
    expect((await createClient(base, key).post('/api/getAsyncResult', { taskId: 'x' })).body.code).toBe(40401)
    expect(made.lines).toHaveLength(2)
    made.child.kill('SIGTERM')
    expect(await made.exited).toBe(0)
    const given = launch(['--api-key', 'mine'], {})
    const client = createClient(await given.ready, 'mine')
    expect((await client.post('/api/getAsyncResult', { taskId: 'x' })).body.code).toBe(40401)
    expect(given.lines).toHaveLength(1)
  })

  it('is refused on a folder where another one runs', async () => {
    await launch().ready
    const second = launch()
    expect(await second.exited).toBe(1)
    expect(second.errors()).toBe(`Another service is running on the folder ${dataDir}.\n`)
  })

  it('says so in one line when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { exited, errors } = launch(['--port', String(port)])
    expect(await exited).toBe(1)
    expect(errors()).toBe(`Port ${port} is in use by another program.\n`)
    other.close()
  })

  it('says so in one line when its folder cannot be used', async () => {
    await writeFile(join(dataDir, 'a file'), '')
    const { exited, errors } = launch(['--data', join(dataDir, 'a file')])
    expect(await exited).toBe(1)
    expect(errors()).toMatch(/^The folder .+ cannot be used: .+\n$/)
  })

  it('explains itself where the arguments are wrong', async () => {
    const { exited, errors } = launch(['--prot', '1'])
    expect(await exited).toBe(2)
    expect(errors()).toContain('Usage: ')
  })
})
