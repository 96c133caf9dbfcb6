import { useRouter } from 'vue-router'
import { useImportsStore } from '../stores/imports.ts'
import { useNoticesStore } from '../stores/notices.ts'
import { useTasksStore } from '../stores/tasks.ts'
import { chooseFiles } from './choose-files.ts'

/** The ways to begin a transcription; each leads to the page that shows it. */
export function useTranscribe() {
  const router = useRouter()
  const imports = useImportsStore()
  const tasks = useTasksStore()
  const notices = useNoticesStore()

  async function fromFiles(files: File[]): Promise<void> {
    if (files.length === 0) return
    await router.push('/transcribe')
    await imports.transcribeFiles(files)
  }

  async function fromDrop(files: File[]): Promise<void> {
    if (files.length === 0) notices.report({ code: 'nothing-inside' })
    await fromFiles(files)
  }

  return {
    fromDrop,
    fromFiles,
    fromDialog: async () => fromFiles(await chooseFiles()),
    /** @returns whether the address was taken */
    fromUrl: async (url: string) => (await tasks.transcribe([{ type: 'url', url }])).length > 0,
    fromSample: () => tasks.transcribe([{ type: 'sample' }]),
  }
}
