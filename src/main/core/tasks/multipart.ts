/** A form whose last part is a file that is never held in memory: what goes before its bytes, and what after. */
export interface MultipartForm {
  contentType: string
  before: Buffer
  after: Buffer
}

/**
 * Frames a `multipart/form-data` body (RFC 7578). The length of the whole is exact, because object storage refuses
 * bodies of unknown length.
 *
 * @param boundary must not occur in the parts; a random id does
 */
export function frameForm(
  fields: Record<string, string>,
  file: { field: string; name: string; mediaType: string },
  boundary: string,
): MultipartForm {
  const parts = Object.entries(fields).map(
    ([name, value]) => part(boundary, `name="${escape(name)}"`, '') + `${value}\r\n`,
  )
  const disposition = `name="${escape(file.field)}"; filename="${escape(file.name)}"`
  parts.push(part(boundary, disposition, `Content-Type: ${file.mediaType}\r\n`))
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    before: Buffer.from(parts.join('')),
    after: Buffer.from(`\r\n--${boundary}--\r\n`),
  }
}

function part(boundary: string, disposition: string, headers: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n`
}

/** As browsers do it: WHATWG, "multipart/form-data encoding algorithm". */
function escape(value: string): string {
  return value.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22')
}
