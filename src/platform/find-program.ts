import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Looks for a program on the PATH without starting it.
 *
 * @param name without an extension; on Windows the endings of PATHEXT are tried
 * @returns an absolute path, or null where there is none
 */
export function findProgram(name: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const endings = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD').split(';') : ['']
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (folder !== '' && isExecutable(path)) return path
    }
  }
  return null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
