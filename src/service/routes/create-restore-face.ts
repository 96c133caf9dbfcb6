import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { created, PATHS, restoreFaceRequest } from '#shared/api/tasks.ts'
import type { AppDeps } from '../app.ts'
import { pickEngine } from '../engines/registry.ts'
import { endpointSchema } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import { uploadIdOf } from '../input/source-input.ts'
import { NO_RESTORATION_ENGINE } from '../queue/restore-runner.ts'
import { addTask } from './add-task.ts'
import { sourceFrom } from './source-from.ts'

export function addCreateRestoreFace(app: FastifyInstance, deps: AppDeps): void {
  const schema = endpointSchema({
    operationId: 'createRestoreFaceTask',
    summary: 'Create a face-restoration task',
    body: restoreFaceRequest,
    answer: created,
    errors: ['urlRefused', 'noEngine'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.restoreFace, { schema }, async (request) => {
    const input = await sourceFrom('url', request.body.url, request, deps)
    const picked = await pickEngine(deps.engines.faceRestoration, NO_RESTORATION_ENGINE)
    if (!picked.ready) throw new ServiceError('noEngine', picked.howToGet)
    return addTask(request, { kind: 'restore', input, fileId: uploadIdOf(input) }, deps)
  })
}
