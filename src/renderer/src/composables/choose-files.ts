/** Opens the system's file dialog for recordings. Answers nothing chosen as an empty list. */
export function chooseFiles(): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = 'audio/*,video/*'
  input.hidden = true
  // In the page, so that tests and assistive tools can find it.
  document.body.append(input)
  return new Promise((resolve) => {
    function finish(): void {
      resolve([...(input.files ?? [])])
      input.remove()
    }
    input.addEventListener('change', finish, { once: true })
    input.addEventListener('cancel', finish, { once: true })
    input.click()
  })
}
