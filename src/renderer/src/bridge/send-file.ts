export interface SendFileRequest {
  url: string
  headers: Record<string, string>
  file: File
  signal?: AbortSignal
  onProgress?: (sentBytes: number, totalBytes: number) => void
}

/** Sends one file and answers the text of the reply. Rejects with an AbortError when stopped, any other error when lost. */
export type SendFile = (request: SendFileRequest) => Promise<string>

/** Over XMLHttpRequest: `fetch` does not tell how much has been sent. */
export const sendFileByXhr: SendFile = ({ url, headers, file, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new DOMException('stopped', 'AbortError'))
      return
    }
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => onProgress?.(event.loaded, event.total)
    request.onload = () => resolve(request.responseText)
    request.onerror = () => reject(new Error('the connection was lost'))
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
