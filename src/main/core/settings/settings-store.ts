import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { settingsSchema, type Settings, type SettingsPatch } from '#shared/bridge/types.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'

export interface SettingsStore {
  get(): Settings
  /** @returns the settings after the change, which is on disk by then */
  update(patch: SettingsPatch): Settings
}

export interface SettingsStoreDeps {
  dataDir: string
  clock: Clock
  log: Log
  onChange(settings: Settings): void
}

/**
 * Opens the person's settings. A file that cannot be read as settings is set aside under another name and the defaults
 * are used: a choice of colours must never keep the app from starting.
 */
export function openSettings(deps: SettingsStoreDeps): SettingsStore {
  setAsideIfBroken(deps)
  const conf = new Conf<Record<string, unknown>>({ cwd: deps.dataDir, configName: 'settings' })
  let current = settingsSchema.parse(conf.store)
  return {
    get: () => current,
    update(patch) {
      current = settingsSchema.parse({ ...current, ...withoutUndefined(patch) })
      conf.store = { ...current }
      deps.onChange(current)
      return current
    },
  }
}

function setAsideIfBroken({ dataDir, clock, log }: SettingsStoreDeps): void {
  const path = join(dataDir, 'settings.json')
  if (!existsSync(path) || isUsable(path)) return
  const when = new Date(clock.now()).toISOString().replace(/[:.]/g, '-')
  const aside = join(dataDir, `settings.broken-${when}.json`)
  renameSync(path, aside)
  log.warn(`The settings could not be read and were set aside as ${aside}`)
}

function isUsable(path: string): boolean {
  try {
    return settingsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).success
  } catch {
    // Not JSON at all, or not readable: either way there is nothing in it to keep.
    return false
  }
}

function withoutUndefined(patch: SettingsPatch): SettingsPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
