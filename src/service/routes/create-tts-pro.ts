import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { created, PATHS, ttsProRequest } from '#shared/api/tasks.ts'
import { LIMITS } from '#shared/limits.ts'
import { endpointSchema } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'

export function addCreateTtsPro(app: FastifyInstance): void {
  const schema = endpointSchema({
    operationId: 'createTtsProTask',
    summary: 'Create a text-to-speech task with a pro voice',
    body: ttsProRequest,
    answer: created,
    errors: ['unknownVoice', 'noEngine'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.ttsPro, { schema }, async (request) => {
    const { length } = request.body.text
    if (length > LIMITS.textLength) {
      const message = `text has ${length} characters; ${LIMITS.textLength} is the most that is taken.`
      throw new ServiceError('overLimit', message)
    }
    throw new ServiceError('noEngine', 'This version of the service has no text-to-speech engine.')
  })
}
