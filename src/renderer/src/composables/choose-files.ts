import type { TaskKind } from '#shared/task.ts'

const ACCEPT: Record<TaskKind, string> = {
  transcribe: 'audio/*,video/*',
  restore: 'image/*,.heic,.heif',
  speak: '.txt,.md,.markdown,.srt,.vtt,text/plain',
}

/** Opens the system's file dialog for one kind of work. Answers nothing chosen as an empty list. */
export function chooseFiles(kind: TaskKind): Promise<File[]> {
  return openDialog(ACCEPT[kind], kind !== 'speak')
}

/** Opens the system's file dialog. Answers nothing chosen as an empty list. */
export function openDialog(accept: string, multiple: boolean): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = multiple
  input.accept = accept
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
