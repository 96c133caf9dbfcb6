import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { uploadFinishAnswer, uploadFinishRequest } from '#shared/api/storage.ts'
import { PATHS } from '#shared/api/tasks.ts'
import type { AppDeps } from '../app.ts'
import { baseAddress } from '../http/base-address.ts'
import { endpointSchema, success } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import { filePath } from './files.ts'

export function addUploadFinish(app: FastifyInstance, deps: AppDeps): void {
  const schema = endpointSchema({
    operationId: 'finishUpload',
    summary: 'Get the address of an uploaded file',
    body: uploadFinishRequest,
    answer: uploadFinishAnswer,
    errors: ['unknownTask', 'resultExpired'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.uploadFinish, { schema }, async (request) => {
    const { reqId } = request.body
    const file = deps.files.findByRequest(reqId)
    // The error table has one row for an id that is not known.
    if (!file) throw new ServiceError('unknownTask', 'reqId is not known, or nothing was uploaded for it.')
    if (file.expireAt <= deps.clock.now()) throw new ServiceError('resultExpired', 'This upload has expired.')
    deps.files.finish(file.id)
    return success({ url: baseAddress(request) + filePath(file), expireAt: file.expireAt, reqId })
  })
}
