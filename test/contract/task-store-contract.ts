import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  MAX_ATTEMPTS,
  TOMBSTONE_LIFE_MS,
  type NewTask,
  type TaskStore,
} from '../../src/service/queue/task-store.ts'

/** What every implementation of `TaskStore` keeps to. */
export function describeTaskStore(open: () => { store: TaskStore; close(): void }): void {
  describe('a task store', () => {
    let store: TaskStore
    let close: () => void
    beforeEach(() => ({ store, close } = open()))
    afterEach(() => close())

    const aTask = (id: string, more: Partial<NewTask> = {}): NewTask => ({
      id,
      kind: 'transcribe',
      input: { type: 'url', url: `http://example.org/${id}` },
      fileId: null,
      createdAt: 1_000,
      idempotencyKey: null,
      ...more,
    })
    const stalled = { reason: 'stalled', errorCode: -2009, executionMs: 0, expireAt: 90_000 }
    const leaseNext = (now = 2_000, until = 3_000) => {
      const task = store.lease('transcribe', now, until)
      if (!task) throw new Error('no task is waiting')
      return task
    }

    it('knows a task that was created, and no other', () => {
      store.create(aTask('a'))
      expect(store.get('a', 1_000)).toEqual({
        id: 'a',
        kind: 'transcribe',
        attempts: 0,
        state: { status: 'submitted' },
      })
      expect(store.get('b', 1_000)).toBeNull()
    })

    it('gives the first task again for the same idempotency key and kind', () => {
      expect(store.create(aTask('a', { idempotencyKey: 'k' }))).toBe('a')
      expect(store.create(aTask('b', { idempotencyKey: 'k' }))).toBe('a')
      expect(store.get('b', 1_000)).toBeNull()
      expect(store.create(aTask('c', { idempotencyKey: 'k', kind: 'speak' }))).toBe('c')
      expect(store.create(aTask('d', { idempotencyKey: 'other' }))).toBe('d')
    })

    it('leases the oldest of a kind, each once', () => {
      store.create(aTask('a'))
      store.create(aTask('s', { kind: 'speak' }))
      store.create(aTask('b'))
      const first = leaseNext()
      expect(first).toMatchObject({
        id: 'a',
        attempt: 1,
        input: { type: 'url', url: 'http://example.org/a' },
      })
      expect(leaseNext().id).toBe('b')
      expect(store.lease('transcribe', 2_000, 3_000)).toBeNull()
      expect(store.lease('speak', 2_000, 3_000)?.id).toBe('s')
      expect(store.get('a', 2_000)?.state).toEqual({ status: 'running' })
    })

    it('keeps what came out until it expires', () => {
      store.create(aTask('a'))
      const end = { result: { words: ['ok'] }, executionMs: 42, expireAt: 10_000 }
      expect(store.succeed(leaseNext(), end)).toBe(true)
      expect(store.get('a', 9_999)?.state).toEqual({ status: 'succeeded', ...end })
      expect(store.get('a', 10_000)?.state).toEqual({ status: 'expired' })
    })

    it('keeps why it failed', () => {
      store.create(aTask('a'))
      const end = { reason: 'It is empty.', errorCode: -2004, executionMs: 1, expireAt: 10_000 }
      expect(store.fail(leaseNext(), end)).toBe(true)
      expect(store.get('a', 5_000)?.state).toEqual({ status: 'failed', ...end })
    })

    it('writes nothing for a lease that was taken back', () => {
      store.create(aTask('a'))
      const old = leaseNext(2_000, 3_000)
      expect(store.takeBack(3_000, stalled)).toEqual({ putBack: 1, failed: 0 })
      const fresh = leaseNext(3_000, 9_000)
      expect(store.renew(old, 9_999)).toBe(false)
      expect(store.succeed(old, { result: 1, executionMs: 1, expireAt: 10_000 })).toBe(false)
      expect(store.fail(old, { reason: '', errorCode: 0, executionMs: 1, expireAt: 10_000 })).toBe(false)
      expect(store.putBack(old, { countsAttempt: true, notBefore: 0 })).toBe(false)
      expect(store.get('a', 3_000)?.state).toEqual({ status: 'running' })
      expect(store.succeed(fresh, { result: 1, executionMs: 1, expireAt: 10_000 })).toBe(true)
    })

    it('leaves a renewed lease alone', () => {
      store.create(aTask('a'))
      const task = leaseNext(2_000, 3_000)
      expect(store.renew(task, 6_000)).toBe(true)
      expect(store.takeBack(5_999, stalled)).toEqual({ putBack: 0, failed: 0 })
    })

    it('puts a task back in its old place, not before its time', () => {
      store.create(aTask('a'))
      store.create(aTask('b'))
      store.putBack(leaseNext(), { countsAttempt: true, notBefore: 5_000 })
      expect(leaseNext(4_999).id).toBe('b')
      expect(leaseNext(5_000)).toMatchObject({ id: 'a', attempt: 2 })
    })

    it('does not count an attempt that was not the task’s fault', () => {
      store.create(aTask('a'))
      store.putBack(leaseNext(), { countsAttempt: false, notBefore: 0 })
      expect(leaseNext().attempt).toBe(1)
    })

    it(`fails a task that was begun ${MAX_ATTEMPTS} times`, () => {
      store.create(aTask('a'))
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
        leaseNext(2_000, 3_000)
        expect(store.takeBack(3_000, stalled)).toEqual({ putBack: 1, failed: 0 })
      }
      leaseNext(2_000, 3_000)
      expect(store.takeBack(3_000, stalled)).toEqual({ putBack: 0, failed: 1 })
      expect(store.get('a', 3_000)?.state).toEqual({ status: 'failed', ...stalled })
    })

    it('forgets expired results, and much later the tasks', () => {
      store.create(aTask('a', { idempotencyKey: 'k' }))
      store.succeed(leaseNext(), { result: 1, executionMs: 1, expireAt: 10_000 })
      expect(store.forgetExpired(9_999)).toBe(0)
      expect(store.forgetExpired(10_000)).toBe(1)
      expect(store.forgetExpired(10_000)).toBe(0)
      expect(store.get('a', 10_000)?.state).toEqual({ status: 'expired' })
      expect(store.create(aTask('b', { idempotencyKey: 'k' }))).toBe('b')
      store.forgetExpired(10_000 + TOMBSTONE_LIFE_MS)
      expect(store.get('a', 10_000)).toBeNull()
      expect(store.get('b', 10_000)?.state).toEqual({ status: 'submitted' })
    })

    it('tells which uploads are still to be read', () => {
      store.create(aTask('a', { fileId: 'file-a' }))
      store.create(aTask('b', { fileId: 'file-b' }))
      store.create(aTask('c'))
      store.succeed(leaseNext(), { result: 1, executionMs: 1, expireAt: 10_000 })
      leaseNext()
      expect(store.filesInUse()).toEqual(new Set(['file-b']))
    })
  })
}
