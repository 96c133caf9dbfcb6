import { describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { createElectronBridge, type PreloadApi } from '../../../src/renderer/src/bridge/electron-bridge.ts'
import { bridgeContract } from '../../contract/bridge-contract.ts'
import { createFakeBridge } from '../../support/fake-bridge.ts'

bridgeContract('The bridge of the desktop app', async (handlers) => {
  const core = createFakeBridge({ handlers })
  const files = new Map<string, File>()
  let tell: (name: string, payload: unknown) => void = () => undefined
  const preload: PreloadApi = {
    call: (name, input) => core.call(name as 'tasks.get', input as { taskId: string }),
    on(listener) {
      tell = listener
      return () => undefined
    },
    pathForFile(file) {
      files.set(`/music/${file.name}`, file)
      return `/music/${file.name}`
    },
  }
  return {
    bridge: createElectronBridge(preload),
    emit: (name, payload) => tell(name, payload),
    makeFile: (name, content) => new File([content], name),
    readBack: async (ref) => (await files.get(ref.path)?.text()) ?? '',
    close: () => files.clear(),
  }
})

describe('The bridge of the desktop app', () => {
  const preload: PreloadApi = { call: async () => ok(null), on: () => () => undefined, pathForFile: () => '' }

  it('sends the bytes of what is pasted and not on a disk', async () => {
    const sent: { url: string; headers: Record<string, string>; file: File }[] = []
    const ref = { type: 'file', path: '/incoming/1/recording.png', name: 'pasted photo.png' }
    const bridge = createElectronBridge(preload, {
      sendFile: async (request) => {
        sent.push(request)
        return JSON.stringify(ok(ref))
      },
    })
    const file = new File(['x'], 'pasted photo.png')
    expect(await bridge.importFile(file)).toEqual(ok(ref))
    expect(sent[0]).toMatchObject({
      url: '/bridge/files?name=pasted%20photo.png',
      headers: { 'X-Phonolens': '1' },
      file,
    })
  })

  it('turns a call that the app cannot take into an answer', async () => {
    const broken = { ...preload, call: () => Promise.reject(new Error('no handler')) }
    expect(await createElectronBridge(broken).call('tasks.list', undefined)).toMatchObject({
      ok: false,
      error: { code: 'host-unreachable' },
    })
  })
})
