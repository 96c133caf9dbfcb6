import { languageTag } from './language-tags.ts'
import { slugOf, takeId, type ProgramVoice } from './voice-ids.ts'

type Gender = ProgramVoice['gender']

/** Voices that flite is built with. What is not here is listed by its own name. */
const FLITE_VOICES: Record<string, { name: string; gender: Gender }> = {
  slt: { name: 'Flite SLT', gender: 'female' },
  rms: { name: 'Flite RMS', gender: 'male' },
  awb: { name: 'Flite AWB (Scottish accent)', gender: 'male' },
  kal16: { name: 'Flite KAL', gender: 'male' },
  kal: { name: 'Flite KAL (telephone quality)', gender: 'male' },
}

/** Reads `flite -lv`. The clearest voice comes first. */
export function parseFliteVoices(stdout: string): ProgramVoice[] {
  const listed = /^Voices available:(.*)$/m.exec(stdout)?.[1]?.trim().split(/\s+/) ?? []
  const names = listed.filter((name) => {
    // awb_time can only tell the time, and kal is kal16 at half its rate.
    if (name === '' || name === 'awb_time') return false
    return name !== 'kal' || !listed.includes('kal16')
  })
  const rank = (name: string): number => {
    const place = Object.keys(FLITE_VOICES).indexOf(name)
    return place === -1 ? Object.keys(FLITE_VOICES).length : place
  }
  const taken = new Set<string>()
  return names
    .sort((a, b) => rank(a) - rank(b))
    .map((programName) => ({
      voiceId: takeId([`flite-${slugOf(programName)}`], taken),
      name: FLITE_VOICES[programName]?.name ?? `Flite ${programName}`,
      gender: FLITE_VOICES[programName]?.gender ?? '',
      languages: ['en-US'],
      programName,
    }))
}

const ESPEAK_LINE = /^\s*\d+\s+(\S+)\s+(?:\S+\/)?([MF-])\s+(\S+)\s+(\S+)/

/** Reads `espeak-ng --voices`. A voice is called by its file, because two of them may share a language. */
export function parseEspeakVoices(stdout: string): ProgramVoice[] {
  const taken = new Set<string>()
  return stdout.split('\n').flatMap((line) => {
    const [, language, gender, voiceName, file] = ESPEAK_LINE.exec(line) ?? []
    const tag = languageTag(language ?? '')
    // Variants of a voice (!v) and voices of another program (mb) are no languages.
    if (!language || !voiceName || !file || /^(!v|mb)\//.test(file) || tag === null) return []
    const voiceId = takeId(
      [`espeak-ng-${slugOf(language)}`, `espeak-ng-${slugOf(file.split('/').at(-1) ?? file)}`],
      taken,
    )
    const name = voiceName.replaceAll('_', ' ').trim()
    return [{ voiceId, name, gender: genderOf(gender), languages: [tag], programName: file }]
  })
}

const SAY_LINE = /^(\S.*?)\s+([a-z]{2,3}[_-][\w-]+)\s+#/

/** Reads `say -v '?'`: a name that may have spaces and brackets, a language, and an example after "#". */
export function parseSayVoices(stdout: string): ProgramVoice[] {
  const taken = new Set<string>()
  return stdout.split('\n').flatMap((line) => {
    const [, programName, language] = SAY_LINE.exec(line) ?? []
    const tag = languageTag(language ?? '')
    if (!programName || tag === null) return []
    return [withId('say', { programName, name: programName, gender: '', tag }, taken)]
  })
}

/** Reads the JSON that the script of the System.Speech engine prints: a list, or one object where there is one voice. */
export function parseSystemSpeechVoices(stdout: string): ProgramVoice[] {
  const taken = new Set<string>()
  const text = stdout.replace(/^\uFEFF/, '').trim()
  const read: unknown = text === '' ? [] : JSON.parse(text)
  return [read].flat().flatMap((entry) => {
    const { name, culture, gender } = (entry ?? {}) as Record<string, unknown>
    const tag = typeof culture === 'string' ? languageTag(culture) : null
    if (typeof name !== 'string' || name === '' || tag === null) return []
    // "Microsoft Zira Desktop" is Zira to a person.
    const short = name.replace(/^Microsoft (.+?)( Desktop)?$/, '$1')
    return [withId('system-speech', { programName: name, name: short, gender: genderOf(gender), tag }, taken)]
  })
}

function withId(
  engine: string,
  voice: { programName: string; name: string; gender: Gender; tag: string },
  taken: Set<string>,
): ProgramVoice {
  const { programName, name, gender, tag } = voice
  const language = slugOf(tag)
  const slug = slugOf(name)
  const ids = slug === '' ? [`${engine}-${language}`] : [`${engine}-${slug}`, `${engine}-${slug}-${language}`]
  return { voiceId: takeId(ids, taken), name, gender, languages: [tag], programName }
}

function genderOf(value: unknown): Gender {
  const [first] = String(value).toUpperCase()
  if (first === 'F') return 'female'
  return first === 'M' ? 'male' : ''
}
