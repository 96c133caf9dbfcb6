import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { created, PATHS, restoreFaceRequest } from '#shared/api/tasks.ts'
import { checkedUrl } from '../http/checked-url.ts'
import { endpointSchema } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'

export function addCreateRestoreFace(app: FastifyInstance): void {
  const schema = endpointSchema({
    operationId: 'createRestoreFaceTask',
    summary: 'Create a face-restoration task',
    body: restoreFaceRequest,
    answer: created,
    errors: ['urlRefused', 'noEngine'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.restoreFace, { schema }, async (request) => {
    checkedUrl('url', request.body.url)
    throw new ServiceError('noEngine', 'This version of the service has no face-restoration engine.')
  })
}
