import { basename, extname } from 'node:path'
import { looseUploaded, type LoosePolicy } from '#shared/api/lenient.ts'
import type { RandomSource } from '../../../platform/random.ts'
import { asConnectionError, withTries, type ApiClient, type ApiClientDeps } from './api-client.ts'
import { frameForm, type MultipartForm } from './multipart.ts'
import { postFile } from './post-file.ts'
import { CallError, plainWords, readAnswer, type RawAnswer } from './read-answer.ts'

export interface UploadDeps extends Pick<ApiClientDeps, 'clock'> {
  client: ApiClient
  random: RandomSource
}

export interface Uploaded {
  /** May be signed: used as it is, and never written to a log. */
  url: string
  /** Milliseconds since the Unix epoch, or null where the storage does not tell. */
  expireAt: number | null
}

/**
 * Turns a file into an address by the three storage calls (decisions, "Local files").
 *
 * @param onProgress bytes of the file sent, and all of them; begins again from 0 where the sending has to be repeated
 * @throws CallError, PhonolensError `service-no-storage`, the file system's errors, or the signal's reason
 */
export function uploadFile(
  deps: UploadDeps,
  path: string,
  signal: AbortSignal,
  onProgress: (sentBytes: number, totalBytes: number) => void,
): Promise<Uploaded> {
  const once = async (): Promise<Uploaded> => {
    const policy = await deps.client.getPolicy(signal)
    const form = formFor(policy, path, `phonolens-${deps.random.id()}`)
    const reqId = readStorageAnswer(await post(policy, form)) || policy.reqId
    return deps.client.finishUpload(reqId, signal)
  }
  const post = async (policy: LoosePolicy, form: MultipartForm): Promise<RawAnswer> => {
    const host = /^https?:\/\//.test(policy.host) ? policy.host : `https://${policy.host}`
    try {
      return await postFile(host, form, path, signal, onProgress)
    } catch (error) {
      signal.throwIfAborted()
      // The file's own errors carry a path; they are not the connection's.
      throw (error as NodeJS.ErrnoException).path === undefined ? asConnectionError(error) : error
    }
  }
  return withTries(deps, once, signal)
}

/** What is uploaded is made by the app, under endings of its own choice. */
const MEDIA_TYPES: Record<string, string> = {
  '.wav': 'audio/wav',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[extname(name)] ?? 'application/octet-stream'
}

function formFor(policy: LoosePolicy, path: string, boundary: string): MultipartForm {
  const name = basename(path)
  const fields = {
    key: policy.key || `${policy.dir ?? ''}${name}`,
    policy: policy.policy,
    OSSAccessKeyId: policy.OSSAccessKeyId ?? policy.accessId ?? '',
    signature: policy.signature,
    success_action_status: '200',
    callback: policy.callback,
  }
  return frameForm(fields, { field: 'file', name, mediaType: mediaTypeOf(name) }, boundary)
}

/**
 * The storage behind a deployment is not the service itself: it may answer with nothing at all, and its refusals (XML,
 * status 403) say that the form was too late or not as signed, not that the person's key is wrong.
 *
 * @returns the request id that it repeats, or an empty string
 */
function readStorageAnswer(raw: RawAnswer): string {
  const good = raw.status >= 200 && raw.status < 300
  if (good && raw.text.trim() === '') return ''
  if (!good && !raw.text.trimStart().startsWith('{')) {
    const words = /<Message>([^<]*)<\/Message>/.exec(raw.text)?.[1] ?? plainWords(raw.text)
    throw new CallError('service-error', {
      detail: words || `HTTP ${raw.status}`,
      serviceCode: raw.status,
      passing: raw.status !== 413,
    })
  }
  return readAnswer(
    raw,
    looseUploaded.nullish().transform((data) => data ?? { reqId: '' }),
  ).reqId
}
