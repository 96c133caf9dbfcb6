import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadAnswer, uploadForm } from '#shared/api/storage.ts'
import { LIMITS } from '#shared/limits.ts'
import { readableBytes } from '../readable-bytes.ts'
import type { AppDeps } from '../app.ts'
import { errorAnswers, success } from '../http/endpoint-schema.ts'
import { ServiceError } from '../http/service-error.ts'
import { knownExtension } from '../storage/media-types.ts'
import { checkUploadFields, type AcceptedUpload } from '../storage/upload-fields.ts'

/** Where the form of a policy is posted: the `host` of the policy's answer. */
export const UPLOAD_PATH = '/files/form'

/** Every field has a known, short value; the policy is the longest. */
const FORM_LIMITS = {
  fields: 20,
  fieldSize: 16_384,
  fieldNameSize: 100,
  files: 1,
  parts: 21,
  headerPairs: 20,
}

/** What the fields and boundaries of a form may add to the file's own size. */
const FORM_OVERHEAD_BYTES = 1_000_000

export function addUploadForm(app: FastifyInstance, deps: AppDeps): void {
  const schema = {
    operationId: 'uploadFile',
    summary: 'Upload a file with a signed policy; the field "file" comes last',
    consumes: ['multipart/form-data'],
    security: [],
    body: uploadForm,
    response: {
      200: uploadAnswer.describe('Success'),
      ...errorAnswers([
        'invalidBody',
        'unknownKey',
        'wrongMethod',
        'overLimit',
        'wrongContentType',
        'unexpected',
      ]),
    },
  }
  const maxBodyBytes = deps.maxUploadBytes + FORM_OVERHEAD_BYTES
  const options = {
    schema,
    // The form is read and checked part by part; its schema is for the OpenAPI document.
    validatorCompiler: () => () => true,
    config: { access: 'form' as const },
    bodyLimit: maxBodyBytes,
  }
  app.post(UPLOAD_PATH, options, async (request) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge(deps)
    const { upload, file } = await readForm(request, deps)
    const path = deps.files.incomingPath()
    try {
      const bytes = await receive(file, path, deps)
      await deps.files.keep(path, {
        folder: 'uploads',
        requestId: upload.reqId,
        extension: knownExtension(upload.key),
        bytes,
        expireAt: deps.clock.now() + LIMITS.uploadLifeMs,
      })
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return success({ reqId: upload.reqId })
  })
}

async function receive(file: MultipartFile, path: string, deps: AppDeps): Promise<number> {
  const out = createWriteStream(path, { mode: 0o600 })
  try {
    await pipeline(file.file, out)
  } catch (error) {
    throw asFormError(error)
  }
  if (file.file.truncated) throw tooLarge(deps)
  return out.bytesWritten
}

async function readForm(
  request: FastifyRequest,
  deps: AppDeps,
): Promise<{ upload: AcceptedUpload; file: MultipartFile }> {
  const fields = new Map<string, string>()
  const limits = { ...FORM_LIMITS, fileSize: deps.maxUploadBytes }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') return { upload: acceptFile(part, fields, deps), file: part }
      fields.set(part.fieldname, String(part.value))
    }
  } catch (error) {
    throw asFormError(error)
  }
  const why = fields.has('file') ? 'file must be sent as a file, with a file name.' : 'file is missing.'
  throw new ServiceError('invalidBody', why)
}

function acceptFile(part: MultipartFile, fields: ReadonlyMap<string, string>, deps: AppDeps): AcceptedUpload {
  try {
    if (part.fieldname === 'file') return checkUploadFields(fields, deps)
    throw new ServiceError('invalidBody', 'The file must be in the field "file".')
  } catch (error) {
    // The answer goes out now; what is still coming in is read and thrown away, or the client would not see it.
    part.file.resume()
    throw error
  }
}

/** The parser's own errors are bare ones; those of the disk name the system call. */
function asFormError(error: unknown): unknown {
  if (error instanceof ServiceError || (error as NodeJS.ErrnoException).syscall !== undefined) return error
  if ((error as { statusCode?: number }).statusCode === 413) {
    return new ServiceError('overLimit', 'The form has more fields than are taken.')
  }
  return new ServiceError('invalidBody', 'The form is not well-formed, or it was cut off.')
}

function tooLarge(deps: AppDeps): ServiceError {
  const limit = readableBytes(deps.maxUploadBytes)
  return new ServiceError('overLimit', `The file is larger than ${limit}, the most that is taken.`)
}
