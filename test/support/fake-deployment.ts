import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PATHS } from '#shared/api/tasks.ts'
import type { Deployment } from '../../src/main/core/deployment/deployment.ts'

export const FAKE_KEY = 'key-of-the-fake-deployment'

export interface SeenRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What to answer once: a status and text, or anything done to the open connection. */
export type Reply =
  | { status?: number; text: string; headers?: Record<string, string> }
  | ((response: ServerResponse, request: SeenRequest) => void)

export function envelope(data: unknown, code: unknown = 0, message = 'success', status = 200): Reply {
  return {
    status,
    text: JSON.stringify({ code, message, data }),
    headers: { 'content-type': 'application/json' },
  }
}

export const dropConnection: Reply = (response) => response.socket?.destroy()
/** Never answers; the connection goes when the deployment is closed. */
export const silence: Reply = () => undefined

/** A small deployment of the task service whose every answer a test can put in its mouth. */
export interface FakeDeployment {
  address: string
  deployment: Deployment
  seen: SeenRequest[]
  seenAt(path: string): SeenRequest[]
  /** Answers for one path, each given once, in this order; after them the ordinary one. */
  script(path: string, ...replies: Reply[]): void
  /** Replaces the ordinary answer of one path. */
  always(path: string, reply: Reply): void
  close(): Promise<void>
}

export const STORAGE = '/storage'

export const SEGMENTS = [
  { text: 'Hello there.', bg: 0, ed: 1_200, spk: '' },
  { text: 'Second one.', bg: 1_200, ed: 2_000, spk: 'A' },
]

export function finished(more: Record<string, unknown> = {}): Reply {
  const task = { taskId: 'svc-1', status: 3, taskType: 'do_stt', executionTime: 500 }
  return envelope({ task, sttResult: { data: SEGMENTS, tl: 2_000, type: '' }, ...more })
}

export function unfinished(status: number): Reply {
  return envelope({ task: { taskId: 'svc-1', status, taskType: 'do_stt' } })
}

/** What a finished task of speech or of photos came to, at an address of the deployment. */
export function finishedFile(list: 'audios' | 'images', url: string, type: string): Reply {
  const item = list === 'audios' ? { audioUrl: url, audioType: type } : { imageUrl: url, imageType: type }
  const others = { images: null, audios: [], sttProResult: null, sttResult: [] }
  return envelope({ task: { taskId: 'svc-1', status: 3 }, ...others, [list]: [item], creditsConsumed: 2 })
}

export function bytes(data: Buffer, mediaType: string): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': mediaType, 'content-length': data.length })
    response.end(data)
  }
}

/** Half of what was promised, then the connection goes. */
export function brokenOff(data: Buffer): Reply {
  return (response) => {
    response.writeHead(200, { 'content-length': data.length })
    response.write(data.subarray(0, data.length / 2), () => response.socket?.destroy())
  }
}

export async function startFakeDeployment(changes: Partial<Deployment> = {}): Promise<FakeDeployment> {
  const seen: SeenRequest[] = []
  const scripts = new Map<string, Reply[]>()
  const ordinary = new Map<string, Reply>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) }
      seen.push(one)
      const reply =
        scripts.get(one.path)?.shift() ??
        ordinary.get(one.path) ??
        envelope(null, 40_402, 'nothing here', 404)
      give(reply, response, one)
    })
  })
  const address = await listen(server)
  const policy = {
    accessId: 'id',
    policy: 'cG9saWN5',
    signature: 'c2ln',
    dir: 'up/',
    callback: 'Y2I=',
    reqId: 'req-1',
  }
  ordinary.set(PATHS.getPolicy, envelope({ ...policy, host: address + STORAGE, expire: 1_900_000_000 }))
  ordinary.set(STORAGE, envelope({ reqId: 'req-1' }))
  ordinary.set(PATHS.uploadFinish, envelope({ url: `${address}/up/a.wav?signature=secret`, expireAt: null }))
  ordinary.set(PATHS.stt, envelope({ taskId: 'svc-1' }))
  ordinary.set(PATHS.poll, finished())
  ordinary.set(PATHS.ttsPro, envelope({ taskId: 'svc-1' }))
  ordinary.set(PATHS.restoreFace, envelope({ taskId: 'svc-1' }))
  return {
    address,
    seen,
    seenAt: (path) => seen.filter((request) => request.path === path),
    script: (path, ...replies) => void scripts.set(path, replies),
    always: (path, reply) => void ordinary.set(path, reply),
    deployment: {
      id: 'fake',
      name: 'Fake',
      billsForWork: false,
      storageScene: 'scene',
      polling: { shortestMs: 10, longestMs: 50, requestSpacingMs: 0 },
      typicalSpeed: 0.5,
      textLength: 5_000,
      baseUrl: async () => address,
      apiKey: () => FAKE_KEY,
      ...changes,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function give(reply: Reply, response: ServerResponse, request: SeenRequest): void {
  if (typeof reply === 'function') return reply(response, request)
  response.writeHead(reply.status ?? 200, reply.headers)
  response.end(reply.text)
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
