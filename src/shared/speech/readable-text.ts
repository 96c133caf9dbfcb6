/**
 * The words of a text file, without what only programs read: the numbers and times of subtitles, the marks of Markdown.
 *
 * @param fileName decides by its ending how the text is read
 */
export function readableText(fileName: string, text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  if (ending === 'srt' || ending === 'vtt') return fromSubtitles(plain)
  return ending === 'md' || ending === 'markdown' ? fromMarkdown(plain) : plain.trim()
}

const TIMES = /^\s*(\d+:)?\d{1,2}:\d{2}[,.]\d{1,3}\s*-->\s*(\d+:)?\d{1,2}:\d{2}[,.]\d{1,3}/

/** What each cue says; lines of one cue belong together, and a sentence goes on over cues. */
function fromSubtitles(text: string): string {
  const cues = text.split(/\n[^\S\n]*\n/).flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => TIMES.test(line))
    // Headers, notes and styles have no times.
    return at < 0 ? [] : [lines.slice(at + 1)]
  })
  return cues
    .map((lines) => lines.map(withoutCueMarks).join(' ').replace(/\s+/g, ' ').trim())
    .filter((cue) => cue !== '')
    .join('\n')
}

function withoutCueMarks(line: string): string {
  return unescapeEntities(line.replace(/<[^>]*>/g, '').replace(/\{\\[^}]*\}/g, ''))
}

function unescapeEntities(text: string): string {
  const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }
  return text.replace(/&([a-z]+);/g, (whole, name: string) => known[name] ?? whole)
}

function fromMarkdown(text: string): string {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*$/gm, '')
    .replace(/^ {0,3}([-*_])(?: *\1){2,} *$/gm, '')
    .replace(/^ {0,3}(=+|-+) *$/gm, '')
    .replace(/^ {0,3}\[[^\]\n]+\]:[^\n]*$/gm, '')
    .replace(/^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/gm, '$1')
    .replace(/^(?: {0,3}> ?)+/gm, '')
    .replace(/^\s*(?:[-*+]|\d+[.)]) +(?:\[[ xX]\] +)?/gm, (mark) => (mark.startsWith('\n') ? '\n' : ''))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<(https?:\/\/[^>\s]+)>/g, '$1')
    .replace(/<\/?[a-z][^>\n]*>/gi, '')
    .replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}\\])([*_])(?=\S)([^*_\n]*[^\s\\])\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/~~(?=\S)([^~\n]*\S)~~/g, '$1')
    .replace(/`+([^`\n]+)`+/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!>~|])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
