import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Where programs of this system keep their data, such as `~/.local/share/<name>` on Linux.
 *
 * @returns an absolute path; the folder may not exist yet
 */
export function appDataDir(
  name: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), name)
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), name)
}
