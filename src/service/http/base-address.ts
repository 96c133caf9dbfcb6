import type { FastifyRequest } from 'fastify'

/** The service's address as this client reaches it: through another name or port it has to stay that one. */
export function baseAddress(request: FastifyRequest): string {
  return `http://${request.headers.host ?? new URL(request.server.listeningOrigin).host}`
}
