import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loosePoll, type LoosePoll, type OutputItem } from '#shared/api/lenient.ts'
import { isPhonolensError } from '#shared/errors.ts'
import { taskFolder } from '../../library/library.ts'
import type { TaskRow } from '../../library/task-row.ts'
import { makeBefore, takeResult } from '../../photos/check-result.ts'
import { fetchOutput } from '../fetch-output.ts'
import { readAnswer } from '../read-answer.ts'
import { StageFailure } from '../stage-failure.ts'
import { rememberSpeed } from './collect.ts'
import { afterLost } from './follow.ts'
import { NO_SUBMISSION, type Stage, type StageOutcome } from './stage.ts'
import { checkResult, isLost } from './watch-service.ts'

/** How much work a photo is: thousands of pixels. */
export function photoSize({ photo }: TaskRow): number | null {
  return photo && (photo.width * photo.height) / 1_000
}

/** Fetches the restored photo into the library at once: its address expires. */
export const collectPhoto: Stage = async (context) => {
  const { deps, row, signal, report } = context
  const text = deps.library.answer(row.id)
  const { serviceTaskId, photo } = row
  if (photo === null) return { next: 'preparing' }
  if (text === null || serviceTaskId === null)
    return { next: serviceTaskId === null ? 'submitting' : 'waiting' }
  const connection = deps.connect(row.deployment)
  const data = readAnswer({ status: 200, text, retryAfterMs: null }, loosePoll)
  const folder = taskFolder(deps.dataDir, row.id)
  const downloaded = join(folder, 'downloaded')
  try {
    await mkdir(folder, { recursive: true })
    await fetchOutput({
      item: firstImage(data),
      lookAgain: async () => firstImage((await connection.client.poll(serviceTaskId, signal)).data),
      path: downloaded,
      clock: deps.clock,
      signal,
      onProgress: (done, total) =>
        report({ fraction: total ? done / total : null, unit: 'bytes', done, total: total ?? undefined }),
    })
    const { path, mediaType, after } = await takeResult(downloaded, folder, photo)
    const beforeName = await makeBefore(folder, photo, after)
    rememberSpeed(context, data.task.executionTime, photoSize(row))
    return {
      next: 'done',
      patch: {
        mediaPath: path,
        mediaType,
        photo: { ...photo, beforeName, after },
        finishedAt: deps.clock.now(),
      },
    }
  } catch (error) {
    if (isLost(error)) return afterLost(row, connection, error) satisfies StageOutcome
    throw startsAnew(error, connection.deployment.billsForWork)
  } finally {
    await rm(downloaded, { force: true })
  }
}

/** A result that is broken at the service stays so: where it costs nothing the next try has it made again. */
export function startsAnew(error: unknown, billsForWork: boolean): unknown {
  const isBroken = isPhonolensError(error) && error.info.code === 'output-broken'
  return isBroken && !billsForWork ? new StageFailure(error.info, NO_SUBMISSION) : error
}

function firstImage(data: LoosePoll): OutputItem {
  checkResult('restore', data)
  return data.images[0]!
}
