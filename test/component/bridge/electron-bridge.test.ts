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

  it('says so when a dropped file is not on a disk', async () => {
    const outcome = await createElectronBridge(preload).importFile(new File(['x'], 'made-up.wav'))
    expect(outcome).toEqual({
      ok: false,
      error: { code: 'file-unreadable', params: { name: 'made-up.wav' } },
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
