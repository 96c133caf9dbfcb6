import { useI18n } from 'vue-i18n'
import { useRoute, useRouter } from 'vue-router'
import { LIMITS } from '#shared/limits.ts'
import { readableText } from '#shared/speech/readable-text.ts'
import type { TaskKind } from '#shared/task.ts'
import { sortFiles } from '../format/file-kind.ts'
import { kindOfPage, WORK_PAGES } from '../format/task-pages.ts'
import { useImportsStore } from '../stores/imports.ts'
import { useNoticesStore } from '../stores/notices.ts'
import { useSpeakDraftStore } from '../stores/speak-draft.ts'
import { chooseFiles } from './choose-files.ts'

/** No character takes more bytes than this in UTF-8. */
const MAX_BYTES_A_CHARACTER = 4

/** The ways that files come in; each leads to the page that shows them. */
export function useOpenFiles() {
  const { t } = useI18n()
  const route = useRoute()
  const router = useRouter()
  const imports = useImportsStore()
  const notices = useNoticesStore()
  const draft = useSpeakDraftStore()

  async function take(kind: TaskKind, files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    await router.push(WORK_PAGES[kind])
    await begin(kind, files)
  }

  function begin(kind: TaskKind, files: readonly File[]): Promise<void> {
    return kind === 'speak' ? readTexts(files) : imports.bringFiles(kind, files)
  }

  /** Several texts become one, in their order. */
  async function readTexts(files: readonly File[]): Promise<void> {
    const texts: string[] = []
    for (const file of files) {
      if (file.size > LIMITS.spokenTextLength * MAX_BYTES_A_CHARACTER)
        return notices.report({ code: 'text-too-long' })
      const text = await readText(file)
      if (text === null) return notices.report({ code: 'text-unreadable' })
      texts.push(readableText(file.name, text))
    }
    draft.replace({
      text: texts.join('\n\n'),
      name: files.map((file) => withoutEnding(file.name)).join(', '),
    })
  }

  /** Everything of a drop goes where it belongs; a mixed one says what went where. */
  async function fromDrop(files: readonly File[]): Promise<void> {
    if (files.length === 0) return notices.report({ code: 'nothing-inside' })
    const here = kindOfPage(route.path)
    const sorted = sortFiles(files, here ?? 'transcribe')
    const kinds = (Object.keys(sorted) as TaskKind[]).filter((kind) => sorted[kind].length > 0)
    const [only] = kinds
    if (kinds.length === 1 && only) return take(only, sorted[only])
    const words = kinds.map((kind) =>
      t(`sorted.${kind}`, { count: sorted[kind].length }, sorted[kind].length),
    )
    notices.tell(t('sorted.what'), `${new Intl.ListFormat('en').format(words)}.`)
    // The page that is open stays when some of it belongs there.
    const leads = kinds.find((kind) => kind === here) ?? only
    if (leads) await router.push(WORK_PAGES[leads])
    await Promise.all(kinds.map((kind) => begin(kind, sorted[kind])))
  }

  return {
    take,
    fromDrop,
    fromDialog: async (kind: TaskKind) => take(kind, await chooseFiles(kind)),
    /** The dialog for the page that is open. */
    fromDialogHere: async () => {
      const kind = kindOfPage(route.path) ?? 'transcribe'
      await take(kind, await chooseFiles(kind))
    },
  }
}

/** @returns null where the file cannot be read, or holds no text */
async function readText(file: File): Promise<string | null> {
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()))
  } catch {
    return null
  }
}

/** Text with its byte order mark obeyed; what is not UTF-8 is read as the old Western encoding. */
function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Texts have no zero bytes: this is a program or a picture whatever its name says.
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^.]+$/, '') || name
}
