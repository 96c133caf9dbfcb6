import { describe, expect, it } from 'vitest'
import { answerFor } from '../../../../src/service/http/error-answers.ts'
import { ServiceError } from '../../../../src/service/http/service-error.ts'
import { silentLog } from '../../../support/service.ts'

describe('answerFor', () => {
  it('gives an error of ours its row of the table', () => {
    const error = new ServiceError('tooManyRequests', 'Slower.', { 'Retry-After': '1' })
    const body = { code: 42901, message: 'Slower.' }
    expect(answerFor(error, silentLog)).toEqual({ status: 429, headers: { 'Retry-After': '1' }, body })
  })

  it.each([
    [{ statusCode: 400 }, 400, 40001],
    [{ statusCode: 404 }, 404, 40402],
    [{ statusCode: 406 }, 415, 41501],
    [{ statusCode: 413 }, 413, 41301],
    [{ statusCode: 415 }, 415, 41501],
    [{ statusCode: 431 }, 400, 40001],
    [{ statusCode: 503 }, 500, 50001],
    [{ code: 'FST_ERR_MAX_PARAM_LENGTH', statusCode: 414 }, 404, 40402],
    [new Error('x'), 500, 50001],
    ['thrown text', 500, 50001],
    [undefined, 500, 50001],
  ])('finds a row for %o', (error, status, code) => {
    expect(answerFor(error, silentLog)).toMatchObject({ status, body: { code } })
  })

  it('says when the disk is full', () => {
    const error = Object.assign(new Error('write /data/x'), { code: 'ENOSPC', syscall: 'write' })
    const { status, body } = answerFor(error, silentLog)
    expect([status, body.code]).toEqual([500, 50001])
    expect(body.message).toMatch(/^incident [0-9a-f]{8}: the disk of the service is full$/)
  })
})
