/** Limits of the service document and of the built-in service. Sizes in bytes, times in milliseconds. */
export const MEGABYTE = 1_000_000
export const GIGABYTE = 1_000 * MEGABYTE

export const LIMITS = {
  /** Longest recording. */
  audioDurationMs: 12 * 3_600_000,
  /** Largest recording that is fetched or uploaded. */
  audioBytes: 2 * GIGABYTE,
  uploadBytes: 2 * GIGABYTE,
  imagePixels: 16_000_000,
  imageBytes: 10 * MEGABYTE,
  /** Longest text of one task of the service, in UTF-16 code units. */
  textLength: 5_000,
  /** Longest text that the app takes and splits by itself. */
  spokenTextLength: 500_000,
  jsonBodyBytes: MEGABYTE,
  /** For one key. */
  requestsPerSecond: 50,
  /** How long a finished task's result can be collected. */
  resultLifeMs: 24 * 3_600_000,
  /** How long an uploaded file can be fetched. */
  uploadLifeMs: 24 * 3_600_000,
  redirects: 5,
} as const
