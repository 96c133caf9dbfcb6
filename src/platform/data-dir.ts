import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where each system wants an app to keep its data, below the person's home folder. */
export function defaultDataDir(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Phonolens')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Phonolens')
  return join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'phonolens')
}
