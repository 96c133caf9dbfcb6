import { expect, it } from 'vitest'
import { PATHS } from '../../src/shared/api/tasks.ts'
import { startService } from '../support/service.ts'

interface OpenApi {
  openapi: string
  security: unknown
  components: { securitySchemes: Record<string, { type: string; scheme: string }> }
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        responses: Record<string, { description: string; content: Record<string, object> }>
        requestBody?: { content: Record<string, { schema: { required: string[] } }> }
      }
    >
  >
}

it('describes every endpoint with its body, its answer and its errors, and needs no key to be read', async () => {
  await using service = await startService()
  const response = await fetch(service.base + PATHS.openapi)
  const document = (await response.json()) as OpenApi
  expect(document.openapi).toBe('3.1.0')
  const [[schemeName, scheme]] = Object.entries(document.components.securitySchemes) as [[string, object]]
  expect(scheme).toEqual({ type: 'http', scheme: 'bearer' })
  expect(document.security).toEqual([{ [schemeName]: [] }])

  const { openapi: _openapi, ...endpoints } = PATHS
  for (const path of Object.values(endpoints)) {
    const { post } = document.paths[path]!
    expect(Object.keys(post!.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '405', '413', '415', '429', '500']),
    )
    expect(post!.requestBody!.content['application/json']!.schema.required.length).toBeGreaterThan(0)
  }
  expect(document.paths[PATHS.stt]!.post!.responses['503']!.description).toContain('50301')
  expect(document.paths[PATHS.poll]!.post!.responses['410']!.description).toContain('41001')
  const form = document.paths['/files/form']!.post!
  expect(form.requestBody!.content['multipart/form-data']!.schema.required).toEqual(
    expect.arrayContaining(['key', 'policy', 'OSSAccessKeyId', 'signature', 'file']),
  )
  const file = document.paths['/files/{folder}/{name}']!.get!
  for (const status of ['200', '206'])
    expect(file.responses[status]!.content).toHaveProperty('application/octet-stream')
  expect(file.responses['404']!.content).toHaveProperty('application/json')
  expect(document.paths[PATHS.ttsPro]!.post!.responses['400']!.description).toContain('40003')
  expect(document.paths['/voices']!.get!.responses['200']!.description).toContain('voices')
  expect(document.paths['/voices/{voiceId}/sample']!.get!.responses).toHaveProperty('416')
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((entry) => entry.operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})
