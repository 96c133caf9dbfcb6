import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { created, PATHS, ttsProRequest } from '#shared/api/tasks.ts'
import { VOICES_PATH } from '#shared/api/voices.ts'
import { LIMITS } from '#shared/limits.ts'
import type { AppDeps } from '../app.ts'
import { pickEngine } from '../engines/registry.ts'
import { matchLanguage } from '../engines/text-to-speech/language-tags.ts'
import { endpointSchema } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import type { SpeakInput } from '../queue/speak-runner.ts'
import { addTask } from './add-task.ts'

const NO_VOICE_ENGINE = 'There is no text-to-speech engine on this machine.'
const NO_VOICES = 'The text-to-speech engines of this machine have no voices.'

/** As many voices as are named to somebody who asked for one that is not there. */
const NAMED_VOICES = 8

export function addCreateTtsPro(app: FastifyInstance, deps: AppDeps): void {
  const schema = endpointSchema({
    operationId: 'createTtsProTask',
    summary: 'Create a text-to-speech task with a pro voice',
    body: ttsProRequest,
    answer: created,
    errors: ['unknownVoice', 'noEngine'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.ttsPro, { schema }, async (request) => {
    const { audioId, text, lan } = request.body
    if (text.length > LIMITS.textLength) {
      const message = `text has ${text.length} characters; ${LIMITS.textLength} is the most that is taken.`
      throw new ServiceError('overLimit', message)
    }
    const picked = await pickEngine(deps.engines.textToSpeech, NO_VOICE_ENGINE)
    if (!picked.ready) throw new ServiceError('noEngine', picked.howToGet)
    const input: SpeakInput = { ...(await chooseVoice(audioId, lan, deps)), text }
    return addTask(request, { kind: 'speak', input, fileId: null }, deps)
  })
}

async function chooseVoice(
  voiceId: string,
  lan: string,
  deps: AppDeps,
): Promise<{ voiceId: string; language: string }> {
  const found = await deps.voices.find(voiceId)
  if (!found) throw await unknownVoice(deps)
  const { languages, name } = found.voice
  const language = matchLanguage(lan, languages)
  if (language !== null) return { voiceId, language }
  const message = `lan is not a language of this voice: ${name} speaks ${languages.join(', ')}.`
  throw new ServiceError('unknownVoice', message)
}

async function unknownVoice(deps: AppDeps): Promise<ServiceError> {
  const known = (await deps.voices.list()).map(({ voice }) => voice.voiceId)
  if (known.length === 0) return new ServiceError('noEngine', NO_VOICES)
  const some = known.slice(0, NAMED_VOICES).join(', ')
  const rest = known.length > NAMED_VOICES ? ` and ${known.length - NAMED_VOICES} more, listed` : ', listed'
  return new ServiceError(
    'unknownVoice',
    `audioId is not known. Voices here: ${some}${rest} at ${VOICES_PATH}.`,
  )
}
