import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVICE_ERRORS } from '#shared/api/envelope.ts'
import { loosePoll, type LoosePoll, type OutputItem } from '#shared/api/lenient.ts'
import { isPhonolensError, PhonolensError } from '#shared/errors.ts'
import type { TaskSource } from '#shared/task.ts'
import { taskFolder } from '../../library/library.ts'
import type { SpeechPart, SpeechPartPatch } from '../../library/speech-parts.ts'
import { takeSpeech } from '../../speech/take-part.ts'
import { fetchOutput } from '../fetch-output.ts'
import { readAnswer } from '../read-answer.ts'
import type { Connection, StageContext } from './stage.ts'
import { MOST_SUBMISSIONS, submitOnce, SubmissionUnknown } from './submission.ts'
import { checkResult, firstLook, isLost, TaskFailure, watchService } from './watch-service.ts'

const NO_SUBMISSION = {
  idempotencyKey: null,
  submittedAt: null,
  serviceTaskId: null,
  answer: null,
} as const satisfies SpeechPartPatch

/**
 * Takes one part of a text from where it stands to its sound on the disk. Each step is written before the next, so that
 * it can be called again after a crash at any point.
 *
 * @throws SubmissionUnknown, PhonolensError, or the signal's reason
 */
export async function speakPart(context: StageContext, { position }: SpeechPart): Promise<void> {
  const { deps, row, signal } = context
  const connection = deps.connect(row.deployment)
  const { billsForWork } = connection.deployment
  const note = (patch: SpeechPartPatch): void => deps.library.speechParts.update(row.id, position, patch)
  for (;;) {
    const part = deps.library.speechParts.get(row.id, position)
    try {
      if (part.serviceTaskId === null)
        note({ serviceTaskId: await submitPart(context, connection, part, note) })
      else if (part.answer === null)
        note({ answer: await answerTo(context, connection, part, part.serviceTaskId) })
      else
        return note({
          outputPath: await fetchPart(context, connection, part, part.serviceTaskId, part.answer),
        })
    } catch (error) {
      signal.throwIfAborted()
      if (isLost(error) && billsForWork) {
        note(NO_SUBMISSION)
        throw new SubmissionUnknown(error.info)
      }
      if (isLost(error) && part.submissions < MOST_SUBMISSIONS) {
        note(NO_SUBMISSION)
        continue
      }
      const isBroken = isPhonolensError(error) && error.info.code === 'output-broken'
      const isOver = error instanceof TaskFailure || isLost(error) || (isBroken && !billsForWork)
      if (isOver) note({ ...NO_SUBMISSION, submissions: 0 })
      throw error
    }
  }
}

async function submitPart(
  { deps, row, signal }: StageContext,
  { deployment, client }: Connection,
  part: SpeechPart,
  note: (patch: SpeechPartPatch) => void,
): Promise<string> {
  const { voiceId, language } = textOf(row.source)
  const speech = { audioId: voiceId, text: part.text, lan: language }
  try {
    const create = (key: string): Promise<string> => client.createTtsPro(speech, key, signal)
    return await submitOnce({ deps, deployment, submission: part, signal, note, create })
  } catch (error) {
    signal.throwIfAborted()
    throw await asVoiceError(error, deps, row.source, signal)
  }
}

async function answerTo(
  { deps, signal }: StageContext,
  connection: Connection,
  part: SpeechPart,
  serviceTaskId: string,
): Promise<string> {
  const firstLookMs = firstLook(connection.deployment, part.submittedAt, null, deps.clock.now())
  const options = { kind: 'speak', serviceTaskId, firstLookMs, mediaMs: null, signal } as const
  return (await watchService(deps, connection, options)).text
}

async function fetchPart(
  { deps, row, signal }: StageContext,
  { client }: Connection,
  part: SpeechPart,
  serviceTaskId: string,
  answer: string,
): Promise<string> {
  const folder = taskFolder(deps.dataDir, row.id)
  const downloaded = join(folder, `part-${part.position}.download`)
  const targetPath = join(folder, `part-${part.position}.wav`)
  await mkdir(folder, { recursive: true })
  try {
    await fetchOutput({
      item: firstAudio(readAnswer({ status: 200, text: answer, retryAfterMs: null }, loosePoll)),
      lookAgain: async () => firstAudio((await client.poll(serviceTaskId, signal)).data),
      path: downloaded,
      clock: deps.clock,
      signal,
    })
    await takeSpeech({ ffmpeg: deps.locateFfmpeg(), downloaded, targetPath, signal })
    return targetPath
  } finally {
    await rm(downloaded, { force: true })
  }
}

function firstAudio(data: LoosePoll): OutputItem {
  checkResult('speak', data)
  return data.audios[0]!
}

function textOf(source: TaskSource): Extract<TaskSource, { type: 'text' }> {
  if (source.type !== 'text') throw new PhonolensError('text-empty')
  return source
}

/** The service has one code for a voice it does not know and a language the voice lacks; the voice list tells which. */
async function asVoiceError(
  error: unknown,
  { voices }: StageContext['deps'],
  source: TaskSource,
  signal: AbortSignal,
): Promise<unknown> {
  const isVoice = isPhonolensError(error) && error.info.serviceCode === SERVICE_ERRORS.unknownVoice.code
  if (!isVoice) return error
  const { voiceId, voiceName, language } = textOf(source)
  const more = { detail: error.info.detail, serviceCode: error.info.serviceCode, cause: error }
  const known = await voices.find(voiceId, signal)
  if (known === null || known.languages.includes(language)) {
    return new PhonolensError('voice-unknown', { ...more, params: { voice: voiceName } })
  }
  const params = { voice: known.name, language, languages: known.languages.join(', ') }
  return new PhonolensError('voice-lacks-language', { ...more, params })
}
