import { flushPromises } from '@vue/test-utils'

/** Lets files go over the window, as after a drag. */
export async function dropFiles(files: File[], items: unknown[] = []): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], items, files } })
  window.dispatchEvent(event)
  await flushPromises()
  await flushPromises()
}

/** Hands files to the file dialog that is open. */
export async function chooseInDialog(files: File[]): Promise<HTMLInputElement> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file dialog is open')
  Object.defineProperty(input, 'files', { value: files })
  input.dispatchEvent(new Event('change'))
  await flushPromises()
  await flushPromises()
  return input
}
