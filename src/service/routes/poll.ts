import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  PATHS,
  pollAnswer,
  pollRequest,
  sttResult,
  TASK_STATUS,
  TASK_TYPES,
  type PollData,
} from '#shared/api/tasks.ts'
import type { TaskKind } from '#shared/task.ts'
import type { AppDeps } from '../app.ts'
import { baseAddress } from '../http/base-address.ts'
import { endpointSchema, success } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import { keptOutput } from '../queue/kept-output.ts'
import type { StoredTask } from '../queue/task-store.ts'
import { filePath } from './files.ts'

/** An output as a client fetches it. @property type its ending, with the dot */
interface OutputAddress {
  url: string
  type: string
}

export function addPoll(app: FastifyInstance, deps: AppDeps): void {
  const schema = endpointSchema({
    operationId: 'getAsyncResult',
    summary: 'Poll for the result of a task',
    body: pollRequest,
    answer: pollAnswer,
    errors: ['unknownTask', 'resultExpired'],
  })
  app.withTypeProvider<ZodTypeProvider>().post(PATHS.poll, { schema }, async (request) => {
    const task = deps.tasks.get(request.body.taskId, deps.clock.now())
    if (!task) throw new ServiceError('unknownTask', 'taskId is not known to this service.')
    return success(pollData(task, (result) => outputAddress(result, baseAddress(request), deps)))
  })
}

function pollData(task: StoredTask, addressOf: (result: unknown) => OutputAddress): PollData {
  const { state } = task
  const record = { taskId: task.id, taskType: TASK_TYPES[task.kind] }
  switch (state.status) {
    case 'submitted':
      return { task: { ...record, status: TASK_STATUS.submitted } }
    case 'running':
      return { task: { ...record, status: TASK_STATUS.running } }
    case 'expired':
      throw expired()
    case 'failed': {
      const { reason, errorCode, executionMs: executionTime, expireAt: expire } = state
      return { task: { ...record, status: TASK_STATUS.failed, executionTime, expire, reason, errorCode } }
    }
    case 'succeeded': {
      const { executionMs: executionTime, expireAt: expire } = state
      const done = { ...record, status: TASK_STATUS.succeeded, executionTime, expire }
      return { task: done, ...resultOf(task.kind, state.result, addressOf) }
    }
  }
}

function resultOf(
  kind: TaskKind,
  result: unknown,
  addressOf: (result: unknown) => OutputAddress,
): Omit<PollData, 'task'> {
  if (kind === 'transcribe') return { sttResult: sttResult.parse(result) }
  const { url, type } = addressOf(result)
  return kind === 'speak'
    ? { audios: [{ audioUrl: url, audioType: type }] }
    : { images: [{ imageUrl: url, imageType: type }] }
}

function outputAddress(result: unknown, base: string, deps: AppDeps): OutputAddress {
  const file = deps.files.find(keptOutput.parse(result).fileId)
  if (!file) throw expired()
  return { url: base + filePath(file), type: `.${file.extension}` }
}

function expired(): ServiceError {
  return new ServiceError('resultExpired', 'The result of this task has expired.')
}
