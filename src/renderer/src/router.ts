import {
  createRouter,
  createWebHashHistory,
  type RouteRecordRaw,
  type Router,
  type RouterHistory,
} from 'vue-router'
import LibraryPage from './pages/LibraryPage.vue'
import PhotoPage from './pages/PhotoPage.vue'
import RestorePage from './pages/RestorePage.vue'
import SettingsPage from './pages/SettingsPage.vue'
import SpeakPage from './pages/SpeakPage.vue'
import SpeechPage from './pages/SpeechPage.vue'
import TranscribePage from './pages/TranscribePage.vue'
import TranscriptPage from './pages/TranscriptPage.vue'

/** `title` is the key of the page's title among the words. */
export const routes: RouteRecordRaw[] = [
  { path: '/', redirect: '/transcribe' },
  { path: '/transcribe', component: TranscribePage, meta: { title: 'transcribe.title' } },
  { path: '/speak', component: SpeakPage, meta: { title: 'speak.title' } },
  { path: '/restore', component: RestorePage, meta: { title: 'restore.title' } },
  { path: '/library', component: LibraryPage, meta: { title: 'library.title' } },
  { path: '/settings', component: SettingsPage, meta: { title: 'settings.title' } },
  {
    path: '/transcripts/:taskId',
    component: TranscriptPage,
    props: true,
    meta: { title: 'transcript.title' },
  },
  { path: '/speech/:taskId', component: SpeechPage, props: true, meta: { title: 'speech.title' } },
  { path: '/photos/:taskId', component: PhotoPage, props: true, meta: { title: 'photo.title' } },
  { path: '/:rest(.*)*', redirect: '/transcribe' },
]

/** Addresses live after the `#`: the same pages then work over HTTP and over a protocol of the app's own. */
export function createPages(history: RouterHistory = createWebHashHistory()): Router {
  return createRouter({ history, routes })
}
