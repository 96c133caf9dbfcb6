// Measures the restoration of photos: `node scripts/bench-restore.ts [--photos DIR] [--each]`. DIR holds sharp photos in
// any format; without it, portraits are drawn. Each is damaged in every way below, restored, and compared with itself.
// `--each` prints a line for each photo, too. Freely licensed photos come with some packages of Debian, such as
// python3-skimage and mate-backgrounds; scaled to a half or less they are sharp enough to compare with.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { createClassicEngine } from '../src/service/engines/face-restoration/classic-engine.ts'
import { psnrDb, similarity } from '../test/support/picture-distance.ts'
import { degrade, drawPortrait, type Degradation, type DrawnPicture } from '../test/support/pictures.ts'

interface Score {
  beforeDb: number
  afterDb: number
  gainDb: number
  gainSimilarity: number
  seconds: number
}

const DAMAGES: readonly Degradation[] = [
  { blurSigma: 1 },
  { blurSigma: 2 },
  { blurSigma: 3 },
  { noiseSigma: 5 },
  { noiseSigma: 15 },
  { noiseSigma: 25 },
  { jpegQuality: 10 },
  { jpegQuality: 30 },
  { jpegQuality: 50 },
  { blurSigma: 1.5, noiseSigma: 5 },
  { blurSigma: 2, noiseSigma: 15 },
  { blurSigma: 1.5, jpegQuality: 30 },
  { noiseSigma: 15, jpegQuality: 30 },
  { blurSigma: 1, noiseSigma: 8, jpegQuality: 50 },
  { blurSigma: 1.5, noiseSigma: 10, jpegQuality: 30 },
]
const SIZES = [
  [256, 256],
  [480, 640],
  [1024, 768],
] as const

async function originals(folder: string | undefined): Promise<[name: string, picture: DrawnPicture][]> {
  if (folder === undefined) {
    return await Promise.all(
      SIZES.flatMap(([width, height], index) =>
        [1, 2].map(async (person): Promise<[string, DrawnPicture]> => {
          const picture = await drawPortrait(width, height, 10 * index + person)
          return [`drawn ${width} × ${height}, ${person}`, picture]
        }),
      ),
    )
  }
  const names = readdirSync(folder).sort()
  return await Promise.all(
    names.map(async (name): Promise<[string, DrawnPicture]> => [name, await decode(join(folder, name))]),
  )
}

async function decode(file: string | Buffer): Promise<DrawnPicture> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

async function score(original: DrawnPicture, damage: Degradation, work: string): Promise<Score> {
  const damaged = await degrade(original, damage)
  const before = await decode(damaged)
  const imagePath = join(work, 'damaged')
  const workDir = join(work, 'run')
  writeFileSync(imagePath, damaged)
  rmSync(workDir, { recursive: true, force: true })
  mkdirSync(workDir)
  const startedAt = performance.now()
  const output = await createClassicEngine().run(
    { imagePath },
    { signal: new AbortController().signal, workDir, onProgress: () => undefined },
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await decode(output.imagePath)
  const [beforeDb, afterDb] = [psnrDb(original, before), psnrDb(original, after)]
  const gainSimilarity = similarity(original, after) - similarity(original, before)
  return { beforeDb, afterDb, gainDb: afterDb - beforeDb, gainSimilarity, seconds }
}

function nameOf({ blurSigma, noiseSigma, jpegQuality }: Degradation): string {
  const parts = [
    blurSigma && `blur ${blurSigma}`,
    noiseSigma && `noise ${noiseSigma}`,
    jpegQuality && `JPEG ${jpegQuality}`,
  ]
  return parts.filter(Boolean).join(', ') || 'clean'
}

function print(name: string, scores: readonly Score[]): void {
  const mean = (of: (each: Score) => number): number =>
    scores.reduce((sum, each) => sum + of(each), 0) / scores.length
  const numbers = [
    mean((each) => each.beforeDb).toFixed(2),
    mean((each) => each.afterDb).toFixed(2),
    mean((each) => each.gainDb).toFixed(2),
    Math.min(...scores.map((each) => each.gainDb)).toFixed(2),
    mean((each) => each.gainSimilarity).toFixed(4),
    mean((each) => each.seconds).toFixed(1),
  ]
  console.log(name.padEnd(44) + numbers.map((each) => each.padStart(10)).join(''))
}

const { values } = parseArgs({ options: { photos: { type: 'string' }, each: { type: 'boolean' } } })
const work = mkdtempSync(join(tmpdir(), 'phonolens-bench-'))
const header = ['before dB', 'after dB', 'gain dB', 'least', 'SSIM gain', 'seconds']
console.log(' '.repeat(44) + header.map((each) => each.padStart(10)).join(''))
try {
  const photos = await originals(values.photos)
  const all: Score[] = []
  for (const damage of [...DAMAGES, { jpegQuality: 92 }, {}]) {
    const scores: Score[] = []
    for (const [name, photo] of photos) {
      scores.push(await score(photo, damage, work))
      if (values.each) print(`  ${name}`, scores.slice(-1))
    }
    print(nameOf(damage), scores)
    if (DAMAGES.includes(damage)) all.push(...scores)
  }
  print('all damages', all)
} finally {
  rmSync(work, { recursive: true, force: true })
}
