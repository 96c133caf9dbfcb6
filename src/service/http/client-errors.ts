import type { Socket } from 'node:net'
import { errorAnswer, type ErrorAnswer } from './service-error.ts'

const MESSAGES: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

const REASONS: Record<number, string> = { 405: 'Method Not Allowed', 413: 'Content Too Large' }

/** The first line of a request that is one but for its method. */
const REQUEST_LINE = /^[\w-]+ \S+ HTTP\/1\.\d\r?\n/

/** @property rawPacket what the parser had before it */
type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown }

/** Answers what is not HTTP, or too much of it: the parser has given up, so there is only the bare connection left. */
export function answerClientError(error: ParserError, socket: Socket): void {
  // The other side is gone: there is nobody to answer.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const answer = answerTo(error)
  const body = JSON.stringify(answer.body)
  const head = [
    `HTTP/1.1 ${answer.status} ${REASONS[answer.status] ?? 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function answerTo(error: ParserError): ErrorAnswer {
  const code = error.code ?? ''
  if (code === 'HPE_HEADER_OVERFLOW') return errorAnswer('overLimit', 'The headers are larger than is taken.')
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(String(error.rawPacket))) {
    return errorAnswer('wrongMethod', 'The method is not one that HTTP knows.')
  }
  return errorAnswer('invalidBody', MESSAGES[code] ?? 'The request is not well-formed HTTP.')
}
