import { describe, expect, it } from 'vitest'
import {
  looseCreated,
  looseEnvelope,
  looseFinished,
  loosePolicy,
  loosePoll,
  toSegments,
} from '#shared/api/lenient.ts'

describe('reading answers of other deployments', () => {
  it('takes numbers as strings and null for a message', () => {
    expect(looseEnvelope.parse({ code: '0', message: null, data: {} })).toMatchObject({
      code: 0,
      message: '',
    })
    expect(looseCreated.parse({ taskId: 42 })).toMatchObject({ taskId: '42' })
  })

  it.each([{}, { code: '' }, { code: 'zero' }, { code: null }, [], 'text', null])(
    'refuses %j as an envelope',
    (value) => {
      expect(looseEnvelope.safeParse(value).success).toBe(false)
    },
  )

  it('keeps what it does not know, and ignores lists of other kinds of task', () => {
    const data = loosePoll.parse({
      task: { status: '3', executionTime: '9172', extra: 1 },
      sttResult: { data: [{ text: 'a', bg: '10', ed: '20.4', spk: null }], tl: '30' },
      audios: null,
      images: [],
      creditsConsumed: 3,
    })
    expect(data).toMatchObject({ creditsConsumed: 3, task: { status: 3, executionTime: 9172, extra: 1 } })
    expect(toSegments(data.sttResult!)).toEqual([{ startMs: 10, endMs: 20, text: 'a', speaker: '' }])
  })

  it.each([undefined, null])(
    'reads a result list of %j as empty, but a missing result as missing',
    (list) => {
      expect(loosePoll.parse({ task: { status: 3 }, sttResult: { data: list } }).sttResult?.data).toEqual([])
      expect(loosePoll.parse({ task: { status: 3 }, sttResult: list }).sttResult).toBeNull()
    },
  )

  it.each([
    ['.wav', 'wav'],
    ['WAV', 'wav'],
    [null, ''],
    [7, ''],
  ])('takes outputs whose type is %j', (audioType, type) => {
    const audios = [{ audioUrl: 'https://a.b/c?d=e', audioType, expireAt: 1 }, null, { audioUrl: 'nowhere' }]
    const data = loosePoll.parse({ task: { status: 3 }, audios, images: null, sttResult: [] })
    expect(data.audios).toEqual([{ url: 'https://a.b/c?d=e', type }])
    expect(data.images).toEqual([])
    expect(data.sttResult).toBeNull()
  })

  it('reads any whole status, also one never seen before', () => {
    expect(loosePoll.parse({ task: { status: 77 } }).task.status).toBe(77)
    expect(loosePoll.safeParse({ task: { status: null } }).success).toBe(false)
  })

  it('brings segments into order and bounds, and loses none over a bad one', () => {
    const { sttResult } = loosePoll.parse({
      task: { status: 3 },
      sttResult: {
        data: [
          { text: ' later ', bg: 500, ed: 400 },
          'no segment',
          { text: '  ', bg: 0, ed: 10 },
          { text: 'first', bg: -20, ed: 30, spk: 'A' },
          { text: 'no times' },
        ],
      },
    })
    expect(toSegments(sttResult!)).toEqual([
      { startMs: 0, endMs: 0, text: 'no times', speaker: '' },
      { startMs: 0, endMs: 30, text: 'first', speaker: 'A' },
      { startMs: 500, endMs: 500, text: 'later', speaker: '' },
    ])
  })

  it('takes both spellings of a storage policy, and no policy without an id', () => {
    const common = { policy: 'p', signature: 's', host: 'https://example.com', callback: null, reqId: 7 }
    expect(loosePolicy.parse({ ...common, accessId: 'a', dir: 'd/' })).toMatchObject({
      accessId: 'a',
      reqId: '7',
    })
    expect(loosePolicy.parse({ ...common, OSSAccessKeyId: 'a', key: 'k' })).toMatchObject({
      key: 'k',
      callback: '',
    })
    expect(loosePolicy.safeParse({ ...common, dir: 'd/' }).success).toBe(false)
  })

  it('takes no address but of the web', () => {
    expect(looseFinished.safeParse({ url: 'https://example.com/a?sig=1' }).success).toBe(true)
    expect(looseFinished.safeParse({ url: 'file:///etc/passwd' }).success).toBe(false)
  })
})
