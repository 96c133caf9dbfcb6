import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { policyAnswer, policyRequest } from '#shared/api/storage.ts'
import { PATHS } from '#shared/api/tasks.ts'
import type { AppDeps } from '../app.ts'
import { baseAddress } from '../http/base-address.ts'
import { endpointSchema, success } from '../http/endpoint-schema.ts'
import { signPolicy } from '../storage/signed-policy.ts'
import { ACCESS_ID } from '../storage/upload-fields.ts'
import { UPLOAD_PATH } from './upload-form.ts'

/** Long enough to send 2 GB over a slow line. */
const POLICY_LIFE_MS = 6 * 3_600_000

export function addGetPolicy(app: FastifyInstance, deps: AppDeps): void {
  const schema = endpointSchema({
    operationId: 'getUploadPolicy',
    summary: 'Get a signed policy for uploading one file',
    body: policyRequest,
    answer: policyAnswer,
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.getPolicy, { schema }, async (request) => {
    const reqId = randomUUID()
    const dir = `uploads/${reqId}/`
    const expireAt = deps.clock.now() + POLICY_LIFE_MS
    const signed = signPolicy({ reqId, dir, maxBytes: deps.maxUploadBytes, expireAt }, deps.policySecret)
    return success({
      accessId: ACCESS_ID,
      ...signed,
      dir,
      host: baseAddress(request) + UPLOAD_PATH,
      expire: Math.floor(expireAt / 1_000),
      callback: '',
      reqId,
    })
  })
}
