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
import type { AppDeps } from '../app.ts'
import { endpointSchema, success } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import type { StoredTask } from '../queue/task-store.ts'

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
    return success(pollData(task))
  })
}

function pollData(task: StoredTask): PollData {
  const { state } = task
  const record = { taskId: task.id, taskType: TASK_TYPES[task.kind] }
  switch (state.status) {
    case 'submitted':
      return { task: { ...record, status: TASK_STATUS.submitted } }
    case 'running':
      return { task: { ...record, status: TASK_STATUS.running } }
    case 'expired':
      throw new ServiceError('resultExpired', 'The result of this task has expired.')
    case 'failed': {
      const { reason, errorCode, executionMs: executionTime, expireAt: expire } = state
      return { task: { ...record, status: TASK_STATUS.failed, executionTime, expire, reason, errorCode } }
    }
    case 'succeeded': {
      const { executionMs: executionTime, expireAt: expire } = state
      const done = { ...record, status: TASK_STATUS.succeeded, executionTime, expire }
      return { task: done, sttResult: sttResult.parse(state.result) }
    }
  }
}
