import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { ServiceEngines } from './engines/service-engines.ts'
import type { VoiceDirectory } from './engines/text-to-speech/voice-directory.ts'
import type { VoiceSamples } from './engines/text-to-speech/voice-samples.ts'
import { answerClientError } from './http/client-errors.ts'
import { answerFor } from './http/error-answers.ts'
import { addGate } from './http/gate.ts'
import { addJsonBody } from './http/json-body.ts'
import type { TaskStore } from './queue/task-store.ts'
import { addCreateRestoreFace } from './routes/create-restore-face.ts'
import { addCreateStt } from './routes/create-stt.ts'
import { addCreateTtsPro } from './routes/create-tts-pro.ts'
import { addFiles } from './routes/files.ts'
import { addGetPolicy } from './routes/get-policy.ts'
import { addOpenapi, OPENAPI_INFO } from './routes/openapi.ts'
import { addPoll } from './routes/poll.ts'
import { addUploadFinish } from './routes/upload-finish.ts'
import { addUploadForm } from './routes/upload-form.ts'
import { addVoices } from './routes/voices.ts'
import { addVoiceSample } from './routes/voice-sample.ts'
import type { FileStore } from './storage/file-store.ts'

export interface AppDeps {
  apiKey: string
  /** Bound to this machine alone: any address may be fetched, and only requests to a loopback name are answered. */
  loopbackOnly: boolean
  tasks: TaskStore
  files: FileStore
  maxUploadBytes: number
  /** Signs upload policies. */
  policySecret: string
  engines: ServiceEngines
  voices: VoiceDirectory
  samples: VoiceSamples
  /** Tells the worker that there is something to do. */
  taskCreated(): void
  clock: Clock
  log: Log
}

/** The service's HTTP side, not yet listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { log } = deps
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // Node's own answer to a request without Host has no envelope; the gate looks at Host itself.
    http: { requireHostHeader: false },
    frameworkErrors: (error, _request, reply) => {
      const { status, body } = answerFor(error, log)
      reply.hijack()
      reply.raw
        .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(body))
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, _request, reply) => {
    const answer = answerFor(error, log)
    reply.code(answer.status).headers(answer.headers).send(answer.body)
  })
  // Node answers an unknown "Expect" header by itself, without the envelope: it is left to the ordinary checks.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  addJsonBody(app)
  addGate(app, deps)
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(swagger, { openapi: OPENAPI_INFO, transform: jsonSchemaTransform })

  addCreateStt(app, deps)
  addCreateTtsPro(app, deps)
  addCreateRestoreFace(app, deps)
  addPoll(app, deps)
  addGetPolicy(app, deps)
  addUploadForm(app, deps)
  addUploadFinish(app, deps)
  addFiles(app, deps)
  addVoices(app, deps)
  addVoiceSample(app, deps)
  addOpenapi(app)
  return app
}
