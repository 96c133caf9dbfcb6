import type { ExportedText } from '#shared/bridge/contract.ts'

/** Offers text as a download under its file name. */
export function saveText({ fileName, mediaType, text }: ExportedText): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the address after this turn of the event loop; a minute is long enough for any disk.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
