import { existsSync } from 'node:fs'
import type { TaskRow } from '../../library/task-row.ts'
import type { Stage } from './stage.ts'

/** An address that ends sooner than this is not handed to a service that may queue for a while. */
const SHORTEST_LIFE_MS = 10 * 60_000

/**
 * Whether what was uploaded can still be named in a create call. The base address is part of it: the built-in service
 * has another port after each start, and with it other addresses.
 */
export function hasGoodUpload(row: TaskRow, base: string, now: number): boolean {
  if (row.uploadUrl === null || row.uploadBase !== base) return false
  return row.uploadExpiresAt === null || row.uploadExpiresAt - now > SHORTEST_LIFE_MS
}

/**
 * The stage in which a prepared file gets an address.
 *
 * @param preparedPath the file, or null where it was never made
 */
export function uploading(preparedPath: (dataDir: string, row: TaskRow) => string | null): Stage {
  return async ({ deps, row, signal, report }) => {
    const path = preparedPath(deps.dataDir, row)
    if (path === null || !existsSync(path)) return { next: 'preparing' }
    const { deployment, upload: send } = deps.connect(row.deployment)
    const base = await deployment.baseUrl(signal)
    if (hasGoodUpload(row, base, deps.clock.now())) return { next: 'submitting' }
    const { url, expireAt } = await send(path, signal, (done, total) =>
      report({ fraction: total === 0 ? null : done / total, unit: 'bytes', done, total }),
    )
    return { next: 'submitting', patch: { uploadUrl: url, uploadBase: base, uploadExpiresAt: expireAt } }
  }
}
