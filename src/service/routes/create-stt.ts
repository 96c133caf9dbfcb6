import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { created, PATHS, sttRequest } from '#shared/api/tasks.ts'
import type { AppDeps } from '../app.ts'
import { pickEngine } from '../engines/registry.ts'
import { checkedUrl } from '../http/checked-url.ts'
import { endpointSchema, success } from '../http/endpoint-schema.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { ServiceError } from '../http/service-error.ts'
import { leadsInside } from '../input/address-rules.ts'
import { ownUploadId, type TranscribeInput } from '../input/transcribe-input.ts'
import { NO_SPEECH_ENGINE } from '../queue/transcribe-runner.ts'

export function addCreateStt(app: FastifyInstance, deps: AppDeps): void {
  const schema = endpointSchema({
    operationId: 'createSttTask',
    summary: 'Create a speech-to-text task',
    body: sttRequest,
    answer: created,
    errors: ['urlRefused', 'noEngine'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.stt, { schema }, async (request) => {
    const key = idempotencyKey(request)
    const url = checkedUrl('audioUrl', request.body.audioUrl)
    const input = await inputFrom(url, request.headers.host ?? '', deps)
    const picked = await pickEngine(deps.engines.speechToText, NO_SPEECH_ENGINE)
    if (!picked.ready) throw new ServiceError('noEngine', picked.howToGet)
    const taskId = deps.tasks.create({
      id: randomUUID(),
      kind: 'transcribe',
      input,
      fileId: input.type === 'upload' ? input.fileId : null,
      createdAt: deps.clock.now(),
      idempotencyKey: key,
    })
    deps.taskCreated()
    return success({ taskId })
  })
}

async function inputFrom(url: URL, ownHost: string, deps: AppDeps): Promise<TranscribeInput> {
  const fileId = ownUploadId(url, ownHost)
  if (fileId !== null && deps.files.pathOf(fileId) !== null) return { type: 'upload', fileId }
  if (!deps.loopbackOnly && (await leadsInside(url.hostname))) {
    throw new ServiceError(
      'urlRefused',
      'audioUrl leads into a private network, which this service does not fetch from.',
    )
  }
  return { type: 'url', url: url.href }
}
