import type { FastifyInstance } from 'fastify'
import { PATHS } from '#shared/api/tasks.ts'

export const OPENAPI_INFO = {
  openapi: '3.1.0',
  info: {
    title: 'Phonolens task service',
    description: 'Asynchronous speech and face-restoration tasks: create a task, then poll for its result.',
    version: '1.0.0',
  },
  components: { securitySchemes: { apiKey: { type: 'http' as const, scheme: 'bearer' } } },
  security: [{ apiKey: [] }],
}

export function addOpenapi(app: FastifyInstance): void {
  app.get(PATHS.openapi, { schema: { hide: true }, config: { access: 'open' } }, async () => app.swagger())
}
