import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appDataDir } from '../../../src/platform/app-data-dir.ts'

it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
  ['linux', {}, join('/home/ada', '.local', 'share', 'app')],
  ['linux', { XDG_DATA_HOME: '/data' }, join('/data', 'app')],
  ['darwin', { XDG_DATA_HOME: '/data' }, join('/home/ada', 'Library', 'Application Support', 'app')],
  ['win32', {}, join('/home/ada', 'AppData', 'Roaming', 'app')],
  ['win32', { APPDATA: '/roaming' }, join('/roaming', 'app')],
])('%s with %j', (platform, env, expected) => {
  expect(appDataDir('app', env, platform, '/home/ada')).toBe(expected)
})
