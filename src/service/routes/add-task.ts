import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { TaskKind } from '#shared/task.ts'
import type { AppDeps } from '../app.ts'
import { success } from '../http/endpoint-schema.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'

/**
 * Writes a task down, tells the worker, and makes the answer of its creation endpoint.
 *
 * @param fileId an upload the task reads; null for none
 */
export function addTask(
  request: FastifyRequest,
  task: { kind: TaskKind; input: unknown; fileId: string | null },
  deps: AppDeps,
): { code: 0; message: string; data: { taskId: string } } {
  const taskId = deps.tasks.create({
    ...task,
    id: randomUUID(),
    createdAt: deps.clock.now(),
    idempotencyKey: idempotencyKey(request),
  })
  deps.taskCreated()
  return success({ taskId })
}
