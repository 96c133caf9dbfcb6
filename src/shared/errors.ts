/**
 * Every way work can end badly, as the app knows it: one stable code each. The page's locale file owns the wording
 * (`errors.<code>`), so a code added here without words fails a test.
 *
 * `retryable`: the same work may succeed when tried again unchanged.
 * `remedy`: the one next act that the page offers as a button.
 */
export interface ErrorTraits {
  retryable: boolean
  remedy: 'retry' | 'choose-other' | 'make-fit' | 'choose-voice' | 'open-settings' | 'install-tool' | 'none'
}

const again: ErrorTraits = { retryable: true, remedy: 'retry' }
const otherFile: ErrorTraits = { retryable: true, remedy: 'choose-other' }
const fit: ErrorTraits = { retryable: true, remedy: 'make-fit' }
const otherVoice: ErrorTraits = { retryable: true, remedy: 'choose-voice' }
const install: ErrorTraits = { retryable: true, remedy: 'install-tool' }
const settings: ErrorTraits = { retryable: true, remedy: 'open-settings' }
const final: ErrorTraits = { retryable: false, remedy: 'none' }

export const ERROR_TRAITS = {
  // the person's own file or address
  'file-missing': otherFile,
  'file-empty': otherFile,
  'file-unreadable': otherFile,
  'file-not-media': otherFile,
  'file-no-audio': otherFile,
  'file-no-duration': otherFile,
  'file-too-large': otherFile,
  'file-too-long': otherFile,
  'file-not-allowed': otherFile,
  'url-invalid': otherFile,
  'photo-unreadable': otherFile,
  'photo-heic': otherFile,
  // params: width, height, megapixels, limitMegapixels
  'photo-too-many-pixels': fit,
  // params: sizeBytes, limitBytes
  'photo-too-large': fit,
  'text-empty': otherFile,
  'text-too-long': otherFile,
  'voice-unknown': otherVoice,
  // params: voice, language, languages (those it has, joined)
  'voice-lacks-language': otherVoice,
  'voices-unreadable': otherFile,
  // this computer
  'disk-full': again,
  'ffmpeg-missing': install,
  'ffmpeg-failed': again,
  'library-unavailable': again,
  // the service
  'service-not-started': again,
  'service-unreachable': again,
  'service-timeout': again,
  'service-malformed': again,
  'service-key-refused': settings,
  'service-busy': again,
  'service-error': again,
  'service-refused': otherFile,
  'service-no-engine': install,
  'service-no-storage': settings,
  'task-failed': again,
  'output-broken': again,
  'task-expired': again,
  'task-unknown': again,
  'task-deadline': again,
  'submission-unknown': again,
  // the bridge
  'not-found': final,
  'invalid-input': final,
  'unknown-method': final,
  forbidden: final,
  'host-unreachable': again,
  cancelled: again,
  internal: again,
} as const satisfies Record<string, ErrorTraits>

export type ErrorCode = keyof typeof ERROR_TRAITS

/**
 * An error as data: what is stored with a task and what crosses the bridge.
 *
 * @property params values that the wording fills in (file name, sizes, status), already readable
 * @property detail the other side's own words (ffmpeg's last line, the service's message), shown small beneath
 * @property serviceCode the `code` of the service's envelope, or its HTTP status where there was no envelope
 */
export interface ErrorInfo {
  code: ErrorCode
  params?: Record<string, string | number>
  detail?: string
  serviceCode?: number
}

/** An expected failure inside the app; whatever else is thrown becomes `internal` with an incident id. */
export class PhonolensError extends Error {
  readonly info: ErrorInfo

  constructor(code: ErrorCode, more: Omit<ErrorInfo, 'code'> & { cause?: unknown } = {}) {
    const { cause, ...info } = more
    super(info.detail ? `${code}: ${info.detail}` : code, cause === undefined ? undefined : { cause })
    this.name = 'PhonolensError'
    this.info = { code, ...info }
  }
}

export function isPhonolensError(error: unknown): error is PhonolensError {
  return error instanceof PhonolensError
}

export function isRetryable(code: ErrorCode): boolean {
  return ERROR_TRAITS[code].retryable
}
