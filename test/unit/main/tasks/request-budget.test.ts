import { expect, it } from 'vitest'
import { createRequestBudget } from '../../../../src/main/core/tasks/request-budget.ts'
import { createVirtualClock } from '../../../support/virtual-clock.ts'

it('spaces calls, and keeps still for as long as it was asked to', async () => {
  const clock = createVirtualClock(0)
  const budget = createRequestBudget(clock, 100)
  const at: number[] = []
  const call = async (): Promise<void> => {
    await budget.take()
    at.push(clock.now())
  }
  await Promise.all([call(), call(), call()])
  budget.holdFor(5_000)
  await call()
  budget.holdFor(Number.MAX_SAFE_INTEGER)
  await call()
  expect(at).toEqual([0, 100, 200, 5_200, 605_200])
})
