import type { Socket } from 'node:net'
import { errorAnswer, type ErrorAnswer } from './service-error.ts'

const MESSAGES: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_INVALID_METHOD: 'The method is not one of HTTP.',
}

/** Answers what is not HTTP, or too much of it: the parser has given up, so there is only the bare connection left. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // The other side is gone: there is nobody to answer.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const answer = answerTo(error.code ?? '')
  const body = JSON.stringify(answer.body)
  const head = [
    `HTTP/1.1 ${answer.status} ${answer.status === 413 ? 'Content Too Large' : 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function answerTo(code: string): ErrorAnswer {
  if (code === 'HPE_HEADER_OVERFLOW') return errorAnswer('overLimit', 'The headers are larger than is taken.')
  return errorAnswer('invalidBody', MESSAGES[code] ?? 'The request is not well-formed HTTP.')
}
