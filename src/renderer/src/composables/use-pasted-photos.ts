import { onBeforeUnmount, onMounted } from 'vue'
import { useI18n } from 'vue-i18n'
import { formatClockTime } from '../format/format.ts'

/** Takes pictures pasted anywhere on the window. */
export function usePastedPhotos(take: (files: File[]) => void): void {
  const { t } = useI18n()

  function paste(event: ClipboardEvent): void {
    const pictures = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'))
    if (pictures.length === 0) return
    event.preventDefault()
    take(pictures.map(named))
  }

  /** A picture copied from a program comes as "image.png", every time; one copied as a file has its own name. */
  function named(file: File): File {
    if (file.name && !/^image\.\w+$/i.test(file.name)) return file
    const ending = file.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'png'
    const name = `${t('restore.pasted', { when: formatClockTime(Date.now()) })}.${ending}`
    return new File([file], name, { type: file.type })
  }

  onMounted(() => window.addEventListener('paste', paste))
  onBeforeUnmount(() => window.removeEventListener('paste', paste))
}
