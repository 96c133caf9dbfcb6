/** A WAV file of a steady tone: 16 bit, one channel. */
export function toneWav(durationMs: number, { rate = 16_000, hertz = 220, level = 0.5 } = {}): Buffer {
  const samples = Math.round((durationMs / 1_000) * rate)
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index += 1) {
    const value = level * Math.sin((2 * Math.PI * hertz * index) / rate)
    wav.writeInt16LE(Math.round(value * 32_767), 44 + index * 2)
  }
  return wav
}
