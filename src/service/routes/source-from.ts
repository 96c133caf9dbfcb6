import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../app.ts'
import { checkedUrl } from '../http/checked-url.ts'
import { ServiceError } from '../http/service-error.ts'
import { leadsInside } from '../input/address-rules.ts'
import { ownUploadId, type SourceInput } from '../input/source-input.ts'

/**
 * Reads the address of a recording or a photo out of a body.
 *
 * @param field its name, for the message
 * @throws ServiceError 40002 where it is no web address, or one that this service does not fetch from
 */
export async function sourceFrom(
  field: string,
  value: string,
  request: FastifyRequest,
  deps: AppDeps,
): Promise<SourceInput> {
  const url = checkedUrl(field, value)
  const fileId = ownUploadId(url, request.headers.host ?? '')
  if (fileId !== null && deps.files.pathOf(fileId) !== null) return { type: 'upload', fileId }
  if (!deps.loopbackOnly && (await leadsInside(url.hostname))) {
    const message = `${field} leads into a private network, which this service does not fetch from.`
    throw new ServiceError('urlRefused', message)
  }
  return { type: 'url', url: url.href }
}
