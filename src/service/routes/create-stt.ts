import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { created, PATHS, sttRequest } from '#shared/api/tasks.ts'
import type { AppDeps } from '../app.ts'
import { pickEngine } from '../engines/registry.ts'
import { endpointSchema } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import { uploadIdOf } from '../input/source-input.ts'
import { NO_SPEECH_ENGINE } from '../queue/transcribe-runner.ts'
import { addTask } from './add-task.ts'
import { sourceFrom } from './source-from.ts'

export function addCreateStt(app: FastifyInstance, deps: AppDeps): void {
  const schema = endpointSchema({
    operationId: 'createSttTask',
    summary: 'Create a speech-to-text task',
    body: sttRequest,
    answer: created,
    errors: ['urlRefused', 'noEngine'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.stt, { schema }, async (request) => {
    const input = await sourceFrom('audioUrl', request.body.audioUrl, request, deps)
    const picked = await pickEngine(deps.engines.speechToText, NO_SPEECH_ENGINE)
    if (!picked.ready) throw new ServiceError('noEngine', picked.howToGet)
    return addTask(request, { kind: 'transcribe', input, fileId: uploadIdOf(input) }, deps)
  })
}
