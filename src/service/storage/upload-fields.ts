import type { Clock } from '../../platform/clock.ts'
import { ServiceError } from '../http/service-error.ts'
import type { FileStore } from './file-store.ts'
import { checkPolicy } from './signed-policy.ts'

/** Names the key that signs policies; there is only one. */
export const ACCESS_ID = 'phonolens'

const MAX_KEY_LENGTH = 1_024

export interface AcceptedUpload {
  reqId: string
  /** Ends with the client's file name, which only tells what kind of file it is. */
  key: string
}

/**
 * Checks the fields that come before the file in an upload form.
 *
 * @throws ServiceError that names the field
 */
export function checkUploadFields(
  fields: ReadonlyMap<string, string>,
  deps: { policySecret: string; clock: Clock; files: FileStore },
): AcceptedUpload {
  const [key, policy, accessId, signature] = ['key', 'policy', 'OSSAccessKeyId', 'signature'].map((name) => {
    const value = fields.get(name)
    if (value) return value
    throw new ServiceError('invalidBody', `${name} is missing; all fields come before the file.`)
  }) as [string, string, string, string]
  if ((fields.get('success_action_status') ?? '200') !== '200') {
    throw new ServiceError('invalidBody', 'success_action_status must be 200.')
  }
  if (accessId !== ACCESS_ID)
    throw new ServiceError('unknownKey', 'OSSAccessKeyId is not known to this service.')

  const checked = checkPolicy(policy, signature, deps.policySecret, deps.clock.now())
  if (!checked.ok) {
    const message =
      checked.why === 'expired'
        ? 'The policy has expired: ask for a new one.'
        : 'signature does not fit policy.'
    throw new ServiceError('unknownKey', message)
  }
  const { reqId, dir } = checked.policy
  if (!key.startsWith(dir) || key.length === dir.length || key.length > MAX_KEY_LENGTH) {
    throw new ServiceError('invalidBody', 'key must be dir of the policy followed by a file name.')
  }
  if (deps.files.findByRequest(reqId)?.finished) throw finishedUpload()
  return { reqId, key }
}

export function finishedUpload(): ServiceError {
  return new ServiceError('invalidBody', 'This upload is finished: ask for a new policy.')
}
