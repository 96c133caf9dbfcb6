import { createHash } from 'node:crypto'
import type { ListedVoice } from '#shared/api/voices.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #18181b; --soft: #52525b; --line: #e4e4e7; --ground: #fafafa; --card: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f4f4f5; --soft: #a1a1aa; --line: #3f3f46; --ground: #18181b; --card: #27272a; }
}
body { margin: 0 auto; max-width: 960px; padding: 32px 20px 64px; background: var(--ground); color: var(--ink);
  font: 15px/1.5 'Inter Variable', Inter, system-ui, sans-serif; }
h1 { font-size: 22px; margin: 0 0 4px; }
p { margin: 0 0 24px; color: var(--soft); }
.list { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 12px; text-align: left; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; }
th { font-size: 13px; font-weight: 600; color: var(--soft); }
code { font: 13px/1.4 ui-monospace, 'Cascadia Mono', Menlo, monospace; user-select: all; }
audio { display: block; width: 220px; height: 32px; }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing but the page's own style and the samples beside it. */
export const VOICES_PAGE_SECURITY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The voice list as a page for people.
 *
 * @param howToGet what to say where there are no voices
 */
export function voicesPage(voices: readonly ListedVoice[], howToGet: string): string {
  const count = voices.length === 1 ? '1 voice' : `${voices.length} voices`
  const content =
    voices.length === 0
      ? `<p>${escapeHtml(howToGet)}</p>`
      : `<p>${count}. Give a voice's id as <code>audioId</code> and one of its languages as <code>lan</code>.</p>
<div class="list"><table>
<thead><tr><th>Pro voice</th><th>voiceId</th><th>Languages</th><th>Gender</th><th>Sample</th></tr></thead>
<tbody>
${voices.map(row).join('\n')}
</tbody>
</table></div>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voices</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Voices</h1>
${content}
</body>
</html>
`
}

function row(voice: ListedVoice): string {
  const [name, id, languages, gender, sample] = [
    voice.name,
    voice.voiceId,
    voice.languages.join(', '),
    voice.gender,
    new URL(voice.sampleUrl).pathname,
  ].map(escapeHtml)
  return `<tr><td>${name}</td><td><code>${id}</code></td><td>${languages}</td><td>${gender}</td><td><audio controls preload="none" src="${sample}" aria-label="Sample of ${name}"></audio></td></tr>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
