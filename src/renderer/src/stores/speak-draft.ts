import { defineStore } from 'pinia'
import { ref } from 'vue'

interface Draft {
  text: string
  name: string
}

/** The text being written, kept while other pages are on show. */
export const useSpeakDraftStore = defineStore('speak-draft', () => {
  const text = ref('')
  /** What the file was called that the text came from; empty for what was written here. */
  const name = ref('')
  const before = ref<Draft | null>(null)

  /** Puts a text in the place of the one there, which can be brought back until the new one is changed. */
  function replace(next: Draft): void {
    before.value = text.value.trim() ? { text: text.value, name: name.value } : null
    text.value = next.text
    name.value = next.name
  }

  function write(next: string): void {
    text.value = next
    before.value = null
    if (!next.trim()) name.value = ''
  }

  function undo(): void {
    if (!before.value) return
    text.value = before.value.text
    name.value = before.value.name
    before.value = null
  }

  return { text, name, before, replace, write, undo }
})
