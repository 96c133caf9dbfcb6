import { SERVICE_ERRORS, type ErrorEnvelope, type ServiceErrorName } from '#shared/api/envelope.ts'

/** An error the client is meant to see: one row of the error table, and a message that says what is wrong where. */
export class ServiceError extends Error {
  readonly errorName: ServiceErrorName
  readonly headers: Record<string, string>

  constructor(errorName: ServiceErrorName, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'ServiceError'
    this.errorName = errorName
    this.headers = headers
  }
}

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: ErrorEnvelope
}

export function errorAnswer(
  errorName: ServiceErrorName,
  message: string,
  headers: Record<string, string> = {},
): ErrorAnswer {
  const { code, status } = SERVICE_ERRORS[errorName]
  return { status, headers, body: { code, message } }
}
