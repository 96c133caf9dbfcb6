import { ref, watchEffect, onBeforeUnmount, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRoute } from 'vue-router'

/** What the page on show is about, where that is more telling than the page's own title: a recording's name. */
const subject = ref<string | null>(null)

/** Keeps the window's title in step with the page. */
export function useWindowTitle(): void {
  const route = useRoute()
  const { t } = useI18n()
  watchEffect(() => {
    const title = subject.value ?? (typeof route.meta.title === 'string' ? t(route.meta.title) : null)
    document.title = title ? `${title} – ${t('app.name')}` : t('app.name')
  })
}

/** Names what the page is about for as long as it is on show. */
export function useWindowSubject(name: Ref<string | null>): void {
  const stop = watchEffect(() => (subject.value = name.value))
  onBeforeUnmount(() => {
    stop()
    subject.value = null
  })
}
