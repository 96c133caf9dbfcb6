import type { TaskRow } from '../../library/task-row.ts'
import { hasGoodUpload } from './upload.ts'
import type { Connection, Stage } from './stage.ts'
import { askWherePaid, submitOnce } from './submission.ts'

type Create = (
  client: Connection['client'],
  inputUrl: string,
  idempotencyKey: string,
  signal: AbortSignal,
) => Promise<string>

/**
 * The stage in which the service is given an address to work on.
 *
 * @param ownUrl the person's own address, where that is what the service gets
 */
export function submitting(create: Create, ownUrl: (row: TaskRow) => string | null): Stage {
  return async ({ deps, row, signal, note }) => {
    if (row.serviceTaskId !== null) return { next: 'waiting' }
    const { deployment, client } = deps.connect(row.deployment)
    const base = await deployment.baseUrl(signal)
    const given = ownUrl(row)
    const inputUrl = given ?? row.uploadUrl
    // Where a call is in doubt it does not matter whether the upload would still do.
    const inDoubt = deployment.billsForWork && row.submittedAt !== null
    const isGood = given !== null || inDoubt || hasGoodUpload(row, base, deps.clock.now())
    if (inputUrl === null || !isGood) return { next: 'uploading' }
    try {
      const serviceTaskId = await submitOnce({
        deps,
        deployment,
        submission: row,
        signal,
        note,
        create: (key) => create(client, inputUrl, key, signal),
      })
      return { next: 'waiting', patch: { serviceTaskId, runningSince: null } }
    } catch (error) {
      return askWherePaid(row, error)
    }
  }
}
