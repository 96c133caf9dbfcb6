import type { TaskKind } from '#shared/task.ts'

const ENDINGS: Record<TaskKind, RegExp> = {
  transcribe:
    /\.(aac|ac3|aif|aiff|amr|ape|au|avi|caf|flac|flv|m4a|m4b|m4v|mka|mkv|mov|mp2|mp3|mp4|mpe?g|mts|oga|ogg|ogv|opus|ra|spx|tta|wav|webm|wma|wmv|wv|3gp)$/i,
  restore: /\.(jpe?g|jfif|png|webp|tiff?|avif|gif|heic|heif|bmp)$/i,
  speak: /\.(txt|text|md|markdown|srt|vtt)$/i,
}

const TYPES: Record<TaskKind, RegExp> = {
  transcribe: /^(audio|video)\//,
  restore: /^image\/(?!svg)/,
  speak: /^(text\/(plain|markdown|vtt)|application\/x-subrip)/,
}

const KINDS: readonly TaskKind[] = ['transcribe', 'restore', 'speak']

/** The work that a file is for, by its ending; where that tells nothing, by its content type. */
export function kindOfFile(file: { name: string; type: string }): TaskKind | null {
  return kindOfName(file.name) ?? KINDS.find((kind) => TYPES[kind].test(file.type)) ?? null
}

export function kindOfName(name: string): TaskKind | null {
  return KINDS.find((kind) => ENDINGS[kind].test(name)) ?? null
}

/** Files by the work they are for; those that tell nothing go where `otherwise` says. */
export function sortFiles(files: readonly File[], otherwise: TaskKind): Record<TaskKind, File[]> {
  const sorted: Record<TaskKind, File[]> = { transcribe: [], restore: [], speak: [] }
  for (const file of files) sorted[kindOfFile(file) ?? otherwise].push(file)
  return sorted
}
