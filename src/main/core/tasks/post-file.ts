import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { finished } from 'node:stream/promises'
import { CallError, type RawAnswer } from './read-answer.ts'
import type { MultipartForm } from './multipart.ts'

/** Longest silence on the line before an upload is taken for dead. */
const IDLE_TIMEOUT_MS = 60_000
const MOST_ANSWER_CHARACTERS = 1_000_000

/**
 * Posts a form with a file as its last part, straight from the disk: memory stays flat whatever the size.
 *
 * @param onProgress bytes of the file handed to the connection, and all of them
 * @throws the system's own errors; the signal's reason when aborted
 */
export async function postFile(
  url: string,
  form: MultipartForm,
  path: string,
  signal: AbortSignal,
  onProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<RawAnswer> {
  const { size } = await stat(path)
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': form.contentType,
      'Content-Length': form.before.length + size + form.after.length,
    },
    signal,
    timeout: IDLE_TIMEOUT_MS,
  })
  request.on('timeout', () => request.destroy(new CallError('service-timeout', { passing: true })))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  const sent = send(request, form, path, size, onProgress)
  // An answer that comes before all was sent is a refusal; the rest need not be sent.
  const [response] = await Promise.all([answered, Promise.race([sent, answered])])
  const text = await readText(response)
  request.destroy()
  // What is left of the sending ends with the connection.
  await sent.catch(() => undefined)
  return { status: response.statusCode ?? 0, text, retryAfterMs: null }
}

async function send(
  request: ClientRequest,
  form: MultipartForm,
  path: string,
  size: number,
  onProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<void> {
  request.write(form.before)
  let sentBytes = 0
  // No more than was announced: the file may be growing while it is read.
  const file = createReadStream(path, { start: 0, end: Math.max(0, size - 1), highWaterMark: 256 * 1_024 })
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (!request.write(chunk)) await drained(request)
    sentBytes += chunk.length
    onProgress(sentBytes, size)
  }
  request.end(form.after)
  await finished(request, { readable: false })
}

function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      request.off('drain', onDrain).off('close', onClose)
      act()
    }
    const onDrain = settle(resolve)
    const onClose = settle(() => reject(new Error('the connection was closed')))
    if (request.destroyed) return onClose()
    request.once('drain', onDrain).once('close', onClose)
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length > MOST_ANSWER_CHARACTERS) throw new CallError('service-malformed', { passing: false })
  }
  return text
}
