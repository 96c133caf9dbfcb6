import { onBeforeUnmount, onMounted } from 'vue'

/** Keys by name: `mod+e` (Ctrl, or Cmd on a Mac), `space`, `?`, `arrowdown`. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void>

const TYPING =
  'input:not([type=range],[type=radio],[type=checkbox]), textarea, select, [contenteditable=true]'
const ACTS_ON_SPACE =
  'button, input, select, summary, [role=button], [role=switch], [role=combobox], [role=option]'

/** Keys that work on the whole window while the component is there; never while someone is typing, save with Ctrl or Cmd. */
export function useShortcuts(shortcuts: Shortcuts): void {
  function listen(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || document.querySelector('[role=dialog]')) return
    const name = keyName(event)
    const act = shortcuts[name]
    if (!act || isForTheTarget(event, name)) return
    event.preventDefault()
    act(event)
  }
  onMounted(() => window.addEventListener('keydown', listen))
  onBeforeUnmount(() => window.removeEventListener('keydown', listen))
}

function keyName(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key
}

function isForTheTarget(event: KeyboardEvent, name: string): boolean {
  const target = event.target
  if (!(target instanceof Element)) return false
  if (target.closest(TYPING)) return !name.startsWith('mod+') || name === 'mod+z'
  return name === 'space' && target.closest(ACTS_ON_SPACE) !== null
}
