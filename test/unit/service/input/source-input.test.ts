import { expect, it } from 'vitest'
import { ownUploadId } from '../../../../src/service/input/source-input.ts'

const ID = 'A-_b'.repeat(10) + 'xyz'

it.each([
  [`http://127.0.0.1:4000/files/uploads/${ID}.wav`, ID],
  [`http://localhost:9/files/uploads/${ID}`, ID],
  [`http://[::1]:9/files/uploads/${ID}.mp3?x=1`, ID],
  [`http://studio.example:80/files/uploads/${ID}.mp3`, null],
  [`http://studio.example:5000/files/uploads/${ID}.mp3`, ID],
  [`http://elsewhere.example/files/uploads/${ID}.mp3`, null],
  [`http://127.0.0.1:4000/files/outputs/${ID}.wav`, null],
  [`http://127.0.0.1:4000/files/uploads/${ID}x.wav`, null],
  [`http://127.0.0.1:4000/x/files/uploads/${ID}.wav`, null],
])('%s', (url, expected) => expect(ownUploadId(new URL(url), 'studio.example:5000')).toBe(expected))
