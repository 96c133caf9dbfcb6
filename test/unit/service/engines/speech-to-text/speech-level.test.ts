import { describe, expect, it } from 'vitest'
import { measureSpeech } from '../../../../../src/service/engines/speech-to-text/speech-level.ts'

/** A room at `roomDb` with speech at `speechDb` in its second half, after some digital silence. */
function recording(roomDb: number, speechDb: number) {
  const levels = new Float32Array(2_500)
    .fill(-100, 0, 500)
    .fill(roomDb, 500, 1_500)
    .fill(speechDb, 1_500, 2_500)
  return measureSpeech(levels, [{ start: 1_500, end: 2_500 }])
}

describe('measureSpeech', () => {
  it.each([-50, -35, -12])('brings speech at %d dB to the same level', (speechDb) => {
    expect(speechDb + 20 * Math.log10(recording(-70, speechDb).gain)).toBeCloseTo(-22, 0)
  })

  it('does not make a whisper in the next room into noise', () => {
    expect(recording(-88, -85).gain).toBe(100)
  })

  it('tells how far speech lies over the room, whatever silence was put around it', () => {
    expect(recording(-60, -20).overRoomDb).toBeCloseTo(40, 0)
    expect(recording(-40, -20).overRoomDb).toBeCloseTo(20, 0)
  })

  it('changes nothing where nobody speaks', () => {
    expect(measureSpeech(new Float32Array(100).fill(-50), []).gain).toBe(1)
  })
})
