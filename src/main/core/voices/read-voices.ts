import { CsvError, parse } from 'csv-parse/sync'
import { readGender } from '#shared/api/lenient.ts'
import { addedVoice, type AddedVoice, type VoicesImported } from '#shared/bridge/types.ts'
import { PhonolensError } from '#shared/errors.ts'

export interface ReadVoices {
  voices: AddedVoice[]
  refused: VoicesImported['refused']
}

/** An entry as it was found, and the line it begins in, counted from 1. */
interface Entry {
  line: number
  value: unknown
}

/**
 * Reads the voices of a file. One bad entry is named and does not cost the others.
 *
 * @throws PhonolensError `voices-unreadable` where nothing in it can be read as voices
 */
export function readVoices(format: 'csv' | 'json', text: string): ReadVoices {
  const plain = text.replace(/^\uFEFF/, '')
  const entries = format === 'csv' ? csvEntries(plain) : jsonEntries(plain)
  if (entries.length === 0) throw unreadable('There is no voice in the file.')
  const voices: AddedVoice[] = []
  const refused: VoicesImported['refused'] = []
  for (const { line, value } of entries) {
    const parsed = addedVoice.safeParse(value)
    const issue = parsed.error?.issues[0]
    if (parsed.success) voices.push(parsed.data)
    else refused.push({ line, reason: REFUSALS[String(issue?.path[0])] ?? 'This is not a voice.' })
  }
  return { voices, refused }
}

/** Why an entry is left out, by the field at fault. */
const REFUSALS: Record<string, string> = {
  voiceId: 'The voice id is missing or too long.',
  name: 'The name is missing or too long.',
  gender: 'The gender is neither female nor male.',
  languages: 'The languages are missing, or one of them is not a language tag.',
}

/** Header names are found in any case and with any of `_`, `-` and spaces. */
const COLUMNS: Record<string, keyof AddedVoice> = {
  voiceid: 'voiceId',
  id: 'voiceId',
  audioid: 'voiceId',
  name: 'name',
  gender: 'gender',
  sex: 'gender',
  languages: 'languages',
  language: 'languages',
  lan: 'languages',
}

function csvEntries(text: string): Entry[] {
  const [header = ''] = text.trimStart().split(/\r?\n|\r/, 1)
  const delimiter = [';', '\t'].find((mark) => header.split(mark).length > header.split(',').length) ?? ','
  try {
    const rows: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
      delimiter,
      columns: (names: string[]) =>
        names.map((name) => COLUMNS[name.toLowerCase().replace(/[\s_-]/g, '')] ?? name),
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
    })
    const [first] = rows
    if (first && !('voiceId' in first.record)) throw unreadable('The first line names no column "voiceId".')
    return rows.map(({ record, info }) => ({ line: info.lines, value: asVoice(record) }))
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error.message, error) : error
  }
}

function jsonEntries(text: string): Entry[] {
  const list = listIn(parseJson(text))
  if (list === null) throw unreadable('Expected a list of voices.')
  // By its place in the text: the entries in order, each found after the one before it.
  let from = 0
  return list.map((value) => {
    const id = (value as { voiceId?: unknown } | null)?.voiceId
    const at = typeof id === 'string' ? text.indexOf(JSON.stringify(id), from) : -1
    if (at >= 0) from = at + 1
    return { line: text.slice(0, from).split('\n').length, value: asVoice(value) }
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw unreadable((error as Error).message, error)
  }
}

function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[]
  const { voices, data } = (value ?? {}) as { voices?: unknown; data?: { voices?: unknown } | null }
  if (Array.isArray(voices)) return voices as unknown[]
  return Array.isArray(data?.voices) ? (data.voices as unknown[]) : null
}

function asVoice(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { voiceId, name, gender, languages } = value as Record<string, unknown>
  return {
    voiceId: typeof voiceId === 'number' ? String(voiceId) : voiceId,
    // A list copied from somewhere may have ids alone.
    name: name || voiceId,
    gender: typeof gender === 'string' ? readGender(gender) : '',
    languages:
      typeof languages === 'string' ? languages.split(/[;|,\s]+/).filter((tag) => tag !== '') : languages,
  }
}

function unreadable(detail: string, cause?: unknown): PhonolensError {
  return new PhonolensError('voices-unreadable', { detail, cause })
}
