// Takes the built main and preload bundles to an open window on the stand-in for Electron, uses them as the page would,
// and prints what it saw as one line of JSON. Run with `node --import ./test/support/electron-hooks.mjs`.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { app, record, sender } from './electron-stand-in.ts'

const out = join(import.meta.dirname, '../../out')

type Outcome = { ok: boolean; value?: unknown; error?: { code: string } }
interface PageApi {
  call(name: string, input?: unknown): Promise<Outcome>
  on(listener: (name: string, payload: unknown) => void): () => void
  pathForFile(file: unknown): string
}

await import(join(out, 'main/index.js'))
while (record.windows[0]?.shown !== true) await new Promise((resolve) => setImmediate(resolve))
const window = record.windows[0]!
createRequire(import.meta.url)(join(out, 'preload/index.cjs'))
const page = record.exposed.phonolens as unknown as PageApi

sender.url = window.loadedUrl
const info = await page.call('app.info')

/** Resolves with the last state of the one task once it has ended. */
const ended = new Promise<{ id: string; stage: string }>((resolve) => {
  page.on((name, payload) => {
    const task = payload as { id: string; stage: string }
    if (name === 'tasks.changed' && ['done', 'failed'].includes(task.stage)) resolve(task)
  })
})
const started = await page.call('tasks.transcribe', { sources: [{ type: 'sample' }] })
const task = await ended
const transcript = await page.call('transcripts.get', { taskId: task.id })

async function answer(scheme: string, url: string, headers: Record<string, string> = {}) {
  const response = await record.protocols.get(scheme)!(new Request(url, { headers }))
  const body = await response.arrayBuffer()
  return { status: response.status, bytes: body.byteLength, headers: Object.fromEntries(response.headers) }
}

async function sendPasted(headers: Record<string, string>) {
  const address = 'app://phonolens/bridge/files?name=pasted.png'
  const request = new Request(address, { method: 'POST', headers, body: 'bytes of a photo' })
  const response = await record.protocols.get('app')!(request)
  return { status: response.status, body: await response.text() }
}

const prevented: string[] = []
for (const url of ['https://example.com/', 'file:///etc/passwd', 'app://phonolens/index.html']) {
  const event = { url, preventDefault: () => void prevented.push(url) }
  window.webContents.emit('will-navigate', event)
}
sender.url = 'https://example.com/'
const foreign = await page.call('tasks.list')

const seen = {
  loadedUrl: window.loadedUrl,
  windowOptions: window.options,
  exposed: Object.keys(page),
  pathForFile: page.pathForFile({ path: '/somewhere/a.wav' }),
  schemes: record.schemes,
  info,
  started,
  task,
  transcript,
  foreign,
  prevented,
  newWindow: window.webContents.openHandler?.({ url: 'https://example.com/' }),
  index: await answer('app', 'app://phonolens/index.html'),
  outside: await answer('app', 'app://phonolens/..%2f..%2fpackage.json'),
  media: await answer('media', `media://task/${task.id}`, { range: 'bytes=0-99' }),
  pasted: await sendPasted({ 'x-phonolens': '1' }),
  pastedByOthers: await sendPasted({}),
  noExport: await answer('app', 'app://phonolens/exports/no-such'),
  noMedia: await answer('media', 'media://task/..%2f..%2flibrary.db'),
}
const quit = new Promise<void>((resolve) => {
  app.on('will-quit', () => {
    if (record.quits > 1) resolve()
  })
})
app.quit()
await quit
console.log(JSON.stringify(seen))
