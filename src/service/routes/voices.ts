import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { voiceList, VOICES_PATH, type ListedVoice } from '#shared/api/voices.ts'
import type { AppDeps } from '../app.ts'
import { pickEngine } from '../engines/registry.ts'
import { prefersJson } from '../http/accept.ts'
import { baseAddress } from '../http/base-address.ts'
import { errorAnswers } from '../http/endpoint-schema.ts'
import { voicesPage, VOICES_PAGE_SECURITY } from './voices-page.ts'
import { samplePath } from './voice-sample.ts'

const NO_VOICES = 'There are no voices on this machine.'

/** The voice list: a page for people, JSON for a client that asks for it. */
export function addVoices(app: FastifyInstance, deps: AppDeps): void {
  const schema = {
    operationId: 'listVoices',
    summary: 'List the pro voices: JSON with "Accept: application/json", otherwise a page for people',
    security: [],
    response: {
      200: voiceList.describe('The voices'),
      ...errorAnswers(['wrongMethod', 'unexpected']),
    },
  }
  const config = { access: 'open' as const }
  app.withTypeProvider<ZodTypeProvider>().get(VOICES_PATH, { schema, config }, async (request, reply) => {
    const voices = await listVoices(baseAddress(request), deps)
    reply.headers({ vary: 'Accept', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    if (prefersJson(request.headers.accept)) return { voices }
    const howToGet = voices.length === 0 ? await whatToInstall(deps) : ''
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': VOICES_PAGE_SECURITY,
      'referrer-policy': 'no-referrer',
    })
    // The schema is that of the JSON; a text goes out as it is.
    return reply.serializer(String).send(voicesPage(voices, howToGet) as never)
  })
}

async function listVoices(base: string, deps: AppDeps): Promise<ListedVoice[]> {
  return (await deps.voices.list()).map(({ voice, engine }) => ({
    voiceId: voice.voiceId,
    name: voice.name,
    tier: 'pro',
    gender: voice.gender,
    languages: voice.languages,
    engine: engine.id,
    sampleUrl: base + samplePath(voice.voiceId),
  }))
}

async function whatToInstall(deps: AppDeps): Promise<string> {
  const picked = await pickEngine(deps.engines.textToSpeech, NO_VOICES)
  return picked.ready ? NO_VOICES : picked.howToGet
}
