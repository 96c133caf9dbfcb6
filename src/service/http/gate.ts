import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '#shared/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import { isLoopbackHost } from '../input/address-rules.ts'
import { createKeyCheck } from './api-keys.ts'
import { rememberPaths } from './known-paths.ts'
import { ServiceError } from './service-error.ts'
import { createTokenBucket } from './token-bucket.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `key`: JSON with the API key. `form`: a form whose policy is the key. `open`: anyone who has the address. */
    access?: 'key' | 'form' | 'open'
  }
}

export interface GateOptions {
  apiKey: string
  /** Bound to loopback: only requests that name this machine are answered. */
  loopbackOnly: boolean
  clock: Clock
}

const HOST_FORM = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i

/** What every request passes before its body is read, in this order: host, path, method, key, rate, content type. */
export function addGate(app: FastifyInstance, options: GateOptions): void {
  const methodsOf = rememberPaths(app)
  const checkKey = createKeyCheck(options.apiKey)
  const takeToken = createTokenBucket(LIMITS.requestsPerSecond, options.clock)

  app.addHook('onRequest', async (request) => {
    checkHost(request, options.loopbackOnly)
    if (request.is404) throw notFound(request, methodsOf)
    const access = request.routeOptions.config.access ?? 'key'
    if (access === 'open') return
    if (access === 'form') return checkContentType(request, 'multipart/form-data')
    checkKey(request.headers.authorization)
    const waitMs = takeToken()
    if (waitMs > 0) throw tooMany(waitMs)
    checkContentType(request, 'application/json')
  })
}

/** A page on the web can point a name of its own at 127.0.0.1 and call us through it; its `Host` gives it away. */
function checkHost(request: FastifyRequest, loopbackOnly: boolean): void {
  const host = request.headers.host
  if (host === undefined) return
  const name = HOST_FORM.exec(host)?.[1]
  if (name === undefined || (loopbackOnly && !isLoopbackHost(name))) {
    throw new ServiceError('noSuchEndpoint', 'This service does not answer under that host name.')
  }
}

function notFound(request: FastifyRequest, methodsOf: (path: string) => string[] | null): ServiceError {
  const [path = ''] = request.url.split('?')
  const methods = methodsOf(path)
  if (methods === null) return new ServiceError('noSuchEndpoint', 'There is no such endpoint.')
  const allowed = methods.join(', ')
  return new ServiceError('wrongMethod', `${path} takes ${allowed}, not ${request.method}.`, {
    Allow: allowed,
  })
}

function tooMany(waitMs: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const message = `More than ${LIMITS.requestsPerSecond} requests in a second. Try again in ${seconds} s.`
  return new ServiceError('tooManyRequests', message, { 'Retry-After': String(seconds) })
}

function checkContentType(request: FastifyRequest, expected: string): void {
  const [given = ''] = (request.headers['content-type'] ?? '').split(';')
  if (given.trim().toLowerCase() === expected) return
  throw new ServiceError('wrongContentType', `Content-Type must be ${expected}.`)
}
