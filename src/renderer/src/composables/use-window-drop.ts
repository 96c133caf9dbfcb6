import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue'
import { droppedFiles } from './dropped-files.ts'

/**
 * Takes files dropped anywhere on the window.
 *
 * @returns whether files are being dragged over the window just now
 */
export function useWindowDrop(take: (files: File[]) => void): Ref<boolean> {
  const over = ref(false)
  // Entering a child leaves its parent: only when every element entered was left is the drag outside the window.
  let depth = 0

  function hasFiles(event: DragEvent): boolean {
    return event.dataTransfer?.types.includes('Files') ?? false
  }
  function enter(event: DragEvent): void {
    if (!hasFiles(event)) return
    depth += 1
    over.value = true
  }
  function leave(event: DragEvent): void {
    if (!hasFiles(event)) return
    depth = Math.max(0, depth - 1)
    over.value = depth > 0
  }
  function hover(event: DragEvent): void {
    if (!hasFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
  }
  async function drop(event: DragEvent): Promise<void> {
    if (!hasFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    depth = 0
    over.value = false
    take(await droppedFiles(event.dataTransfer))
  }

  const listeners = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const
  onMounted(() => {
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener)
  })
  onBeforeUnmount(() => {
    for (const [name, listener] of Object.entries(listeners))
      window.removeEventListener(name, listener as EventListener)
  })
  return over
}
