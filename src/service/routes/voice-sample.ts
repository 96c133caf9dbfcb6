import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { VOICES_PATH } from '#shared/api/voices.ts'
import type { AppDeps } from '../app.ts'
import { EngineError } from '../engines/engine.ts'
import type { FoundVoice } from '../engines/text-to-speech/voice-directory.ts'
import { errorAnswers } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import { sendFile, UNSATISFIABLE_RANGE } from './send-file.ts'

/** The path of a voice's sample. */
export function samplePath(voiceId: string): string {
  return `${VOICES_PATH}/${encodeURIComponent(voiceId)}/sample`
}

/** A short recording of a voice, made when it is first asked for. */
export function addVoiceSample(app: FastifyInstance, deps: AppDeps): void {
  const schema = {
    operationId: 'getVoiceSample',
    summary: 'Hear a voice: a short WAV file; takes range requests',
    produces: ['audio/wav'],
    security: [],
    response: {
      ...errorAnswers(['noSuchEndpoint', 'wrongMethod', 'unexpected', 'noEngine']),
      416: UNSATISFIABLE_RANGE,
    },
  }
  const config = { access: 'open' as const }
  const path = `${VOICES_PATH}/:voiceId/sample`
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { voiceId } = request.params as { voiceId: string }
    const found = await deps.voices.find(voiceId)
    if (!found) throw new ServiceError('noSuchEndpoint', 'There is no such voice.')
    const file = await sampleOf(found, deps)
    return sendFile(request, reply, { path: file, mediaType: 'audio/wav', cacheControl: 'max-age=3600' })
  }
  app.get(path, { schema, config, exposeHeadRoute: false }, send)
  app.head(path, { schema: { hide: true }, config }, send)
}

async function sampleOf(found: FoundVoice, deps: AppDeps): Promise<string> {
  try {
    return await deps.samples.pathOf(found)
  } catch (error) {
    if (error instanceof EngineError) throw new ServiceError('noEngine', error.message)
    throw error
  }
}
