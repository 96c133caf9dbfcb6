import { expect, it } from 'vitest'
import { createTokenBucket } from '../../../../src/service/http/token-bucket.ts'
import { createManualClock } from '../../../support/service.ts'

it('lets a second’s worth through at once, then as many as time gives', async () => {
  const clock = createManualClock()
  const take = createTokenBucket(4, clock)
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 0])
  expect(take()).toBe(250)
  await clock.advance(200)
  expect(take()).toBe(50)
  await clock.advance(50)
  expect([take(), take()]).toEqual([0, 250])
  await clock.advance(3_600_000)
  expect([take(), take(), take(), take(), take()]).toEqual([0, 0, 0, 0, 250])
})

it('gives nothing for a clock that is set back', async () => {
  const clock = createManualClock()
  const take = createTokenBucket(1, clock)
  take()
  await clock.advance(-10_000)
  expect(take()).toBe(1_000)
  await clock.advance(1_000)
  expect(take()).toBe(0)
})
