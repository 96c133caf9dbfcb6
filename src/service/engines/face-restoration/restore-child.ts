// One picture restored in a process of its own: a broken or hostile file can bring down this process and nothing more.
// Arguments: the picture, the folder for the result. Says what happens in lines of JSON (`RestoreMessage`).
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { EngineError } from '../engine.ts'
import type { RestoreMessage } from './restore-messages.ts'
import { restorePicture } from './restore-picture.ts'

const [imagePath, folder] = process.argv.slice(2)

function say(message: RestoreMessage): void {
  if (parentPort) parentPort.postMessage(message)
  else process.stdout.write(`${JSON.stringify(message)}\n`)
}

if (imagePath === undefined || folder === undefined) throw new Error('which picture, and where to')
sharp.cache(false)
try {
  const output = await restorePicture(imagePath, folder, (fraction) => say({ kind: 'progress', fraction }))
  say({ kind: 'done', output })
} catch (error) {
  if (!(error instanceof EngineError)) throw error
  say({ kind: 'refused', errorCode: error.errorCode, message: error.message })
}
