import { describe, expect, it } from 'vitest'
import {
  parseContinuousOutput,
  parseHypsegLine,
  parseSingleOutput,
} from '../../../../../src/service/engines/speech-to-text/parse-output.ts'

describe('parseHypsegLine', () => {
  it('reads words with their times; a word ends where the next begins', () => {
    const line =
      'cut-3 S 0 T -14672150 A -14666752 L -5398 0 -468992 0 <s> 17 -312320 -190 the 28 -1622016 -458 market(2) 69'
    expect(parseHypsegLine(line)).toEqual({
      id: 'cut-3',
      acousticScore: -14666752,
      words: [
        { text: '<s>', startMs: 0, endMs: 170 },
        { text: 'the', startMs: 170, endMs: 280 },
        { text: 'market(2)', startMs: 280, endMs: 690 },
      ],
    })
  })

  it('reads a cut in which nothing was heard', () => {
    expect(parseHypsegLine('cut-0 S 0 T 0 A 0 L 0 21')).toEqual({ id: 'cut-0', words: [], acousticScore: 0 })
  })

  it.each(['', 'INFO: batch.c(763)', 'cut-1 S 0 T x'])('answers null to %j', (line) => {
    expect(parseHypsegLine(line)).toBeNull()
  })
})

describe('parseContinuousOutput', () => {
  it('reads the word lines and passes over the text line', () => {
    const stdout =
      'the market 4 5\n<s> 0.000 1.650 0.999700\nthe 1.660 1.760 0.676214\nmarket 1.770 2.150 1.000100\n\n'
    expect(parseContinuousOutput(stdout)).toEqual([
      { text: '<s>', startMs: 0, endMs: 1_650 },
      { text: 'the', startMs: 1_660, endMs: 1_760 },
      { text: 'market', startMs: 1_770, endMs: 2_150 },
    ])
  })

  it('hears nothing in no output', () => {
    expect(parseContinuousOutput('\n')).toEqual([])
  })
})

describe('parseSingleOutput', () => {
  it('reads the words of the JSON line', () => {
    const stdout =
      '{"b":0.000,"d":1.500,"p":0.9,"t":"go on","w":[{"b":0.250,"d":0.500,"p":1.0,"t":"go"},{"b":0.750,"d":0.250,"p":0.8,"t":"on"}]}\n'
    expect(parseSingleOutput(stdout)).toEqual([
      { text: 'go', startMs: 250, endMs: 750 },
      { text: 'on', startMs: 750, endMs: 1_000 },
    ])
  })

  it('reads the broken list that 5.x writes when it heard nothing', () => {
    expect(parseSingleOutput('{"b":0.000,"d":0.020,"p":1.000,"t":"","w":]}')).toEqual([])
  })

  it.each(['', 'no such file', '{"b":0.0,"t":"cut o', '{"other":1}'])('answers null to %j', (stdout) => {
    expect(parseSingleOutput(stdout)).toBeNull()
  })
})
