/** What core and service write their log to. Messages never hold a key or a signed address. */
export interface Log {
  info(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
  error(message: string, detail?: unknown): void
}
