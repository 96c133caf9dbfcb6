import { describe, expect, it } from 'vitest'
import {
  parseEspeakVoices,
  parseFliteVoices,
  parseSayVoices,
  parseSystemSpeechVoices,
} from '../../../../../src/service/engines/text-to-speech/parse-voices.ts'

describe('flite -lv', () => {
  it('gives the voices that can speak, the clearest first', () => {
    const voices = parseFliteVoices('Voices available: kal awb_time kal16 awb rms slt \n')
    expect(voices.map((voice) => [voice.voiceId, voice.gender, voice.programName])).toEqual([
      ['flite-slt', 'female', 'slt'],
      ['flite-rms', 'male', 'rms'],
      ['flite-awb', 'male', 'awb'],
      ['flite-kal16', 'male', 'kal16'],
    ])
    expect(voices.every((voice) => voice.languages.join() === 'en-US')).toBe(true)
  })

  it('takes kal where there is nothing better of it, and names a voice nobody knows by its own name', () => {
    expect(parseFliteVoices('Voices available: cmu_us_lnh kal ')).toMatchObject([
      { voiceId: 'flite-kal', gender: 'male' },
      { voiceId: 'flite-cmu-us-lnh', name: 'Flite cmu_us_lnh', gender: '' },
    ])
  })

  it.each(['', 'Voices available: ', 'error'])('gives none for %j', (stdout) => {
    expect(parseFliteVoices(stdout)).toEqual([])
  })
})

/** Lines of espeak-ng 1.51, but the last three: a mbrola voice, a variant, and one of a language that is no tag. */
const ESPEAK = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  chr-US-Qaaa-x-west --/M      Cherokee_          iro/chr              \n 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn              (zh-cmn 5)(zh 5)
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 5  en-us-nyc       --/M      English_(America,_New_York_City) gmw/en-US-nyc        \n 5  eu              --/M      Basque             eu                   \n 5  piqd            --/M      Klingon            art/piqd             \n 5  quc             --/F      K'iche'            myn/quc              \n 5  yue             --/M      Chinese_(Cantonese) sit/yue              (zh-yue 5)(zh 8)
 5  yue             --/-      Chinese_(Cantonese,_latin_as_Jyutping) sit/yue-Latn-jyutping (zh-yue 5)(zh 8)
 7  af              --/M      afrikaans-mbrola-1 mb/mb-af1            \n 5  variant         --/M      Adam               !v/adam              \n 5  ?               --/M      Nobody             xx/nobody            \n`

describe('espeak-ng --voices', () => {
  it('gives each language as a voice with a true tag and an id of its own', () => {
    const voices = parseEspeakVoices(ESPEAK)
    expect(
      voices.map(({ voiceId, languages, name, gender, programName }) =>
        [voiceId, languages.join(), name, gender, programName].join(' | '),
      ),
    ).toEqual([
      'espeak-ng-chr-us-qaaa-x-west | chr-US | Cherokee | male | iro/chr',
      'espeak-ng-cmn | zh-CN | Chinese (Mandarin, latin as English) | male | sit/cmn',
      'espeak-ng-en-gb | en-GB | English (Great Britain) | male | gmw/en',
      'espeak-ng-en-us-nyc | en-US | English (America, New York City) | male | gmw/en-US-nyc',
      'espeak-ng-eu | eu | Basque | male | eu',
      'espeak-ng-piqd | tlh | Klingon | male | art/piqd',
      "espeak-ng-quc | quc | K'iche' | female | myn/quc",
      'espeak-ng-yue | yue | Chinese (Cantonese) | male | sit/yue',
      'espeak-ng-yue-latn-jyutping | yue | Chinese (Cantonese, latin as Jyutping) |  | sit/yue-Latn-jyutping',
    ])
  })

  it('gives none for an error message', () => {
    expect(parseEspeakVoices('Error: The data folder is missing.\n')).toEqual([])
  })
})

describe("say -v '?'", () => {
  it('reads names with spaces, brackets and other letters, and keeps the ids apart', () => {
    const voices = parseSayVoices(
      [
        'Alex                en_US    # Most people recognize me by my voice.',
        "Amélie              fr_CA    # Bonjour, je m'appelle Amélie.",
        'Eddy (German (Germany)) de_DE    # Hallo! Ich heiße Eddy.',
        'Grandma (English (UK)) en_GB    # Hello! My name is Grandma.',
        'Tünde               hu_HU    # Üdvözlöm! # Tünde vagyok.',
        '婷婷                  zh_CN    # 你好',
        'Majed               ar_001   # مرحبًا! اسمي ماجد.',
        'Alex                en_GB    # Hello.',
        'not a voice at all',
        '',
      ].join('\n'),
    )
    expect(voices.map(({ voiceId, name, languages }) => [voiceId, name, languages[0]])).toEqual([
      ['say-alex', 'Alex', 'en-US'],
      ['say-amelie', 'Amélie', 'fr-CA'],
      ['say-eddy-german-germany', 'Eddy (German (Germany))', 'de-DE'],
      ['say-grandma-english-uk', 'Grandma (English (UK))', 'en-GB'],
      ['say-tunde', 'Tünde', 'hu-HU'],
      ['say-zh-cn', '婷婷', 'zh-CN'],
      ['say-majed', 'Majed', 'ar-001'],
      ['say-alex-en-gb', 'Alex', 'en-GB'],
    ])
  })
})

describe('the list of System.Speech', () => {
  const zira = { name: 'Microsoft Zira Desktop', culture: 'en-US', gender: 'Female' }
  const hedda = { name: 'Microsoft Hedda Desktop', culture: 'de-DE', gender: 'NotSet' }

  it('reads several voices, or one alone', () => {
    expect(parseSystemSpeechVoices(`\uFEFF${JSON.stringify([zira, hedda])}\r\n`)).toEqual([
      {
        voiceId: 'system-speech-zira',
        name: 'Zira',
        gender: 'female',
        languages: ['en-US'],
        programName: 'Microsoft Zira Desktop',
      },
      {
        voiceId: 'system-speech-hedda',
        name: 'Hedda',
        gender: '',
        languages: ['de-DE'],
        programName: 'Microsoft Hedda Desktop',
      },
    ])
    expect(parseSystemSpeechVoices(JSON.stringify(zira))).toHaveLength(1)
  })

  it('leaves out what is no voice', () => {
    expect(parseSystemSpeechVoices('')).toEqual([])
    expect(parseSystemSpeechVoices('[]')).toEqual([])
    expect(parseSystemSpeechVoices('[null, {"name":"X"}, {"name":"","culture":"en-US"}, 3]')).toEqual([])
  })
})
