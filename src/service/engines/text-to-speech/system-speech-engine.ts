import { findProgram } from '../../../platform/find-program.ts'
import { runProcess } from '../../../platform/run-process.ts'
import { parseSystemSpeechVoices } from './parse-voices.ts'
import { createProgramEngine, LIST_TIMEOUT_MS } from './program-engine.ts'
import type { TextToSpeechEngine } from './text-to-speech.ts'

const START = `$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false
Add-Type -AssemblyName System.Speech
$synthesizer = New-Object System.Speech.Synthesis.SpeechSynthesizer
`

const LIST_SCRIPT = `${START}
$voices = @($synthesizer.GetInstalledVoices() | Where-Object { $_.Enabled } | ForEach-Object {
  @{ name = $_.VoiceInfo.Name; culture = $_.VoiceInfo.Culture.Name; gender = [string]$_.VoiceInfo.Gender }
})
ConvertTo-Json -Compress -InputObject $voices
`

/** Everything that changes comes as JSON on standard input: nothing is ever put into the script. */
const SPEAK_SCRIPT = `${START}
$order = [Console]::In.ReadToEnd() | ConvertFrom-Json
$text = [System.IO.File]::ReadAllText($order.textPath, [System.Text.Encoding]::UTF8)
$synthesizer.SelectVoice($order.voice)
$synthesizer.SetOutputToWaveFile($order.audioPath)
$synthesizer.Speak($text)
$synthesizer.Dispose()
`

/**
 * Text to speech with the voices of Windows, System.Speech through PowerShell.
 *
 * @param deps.find absolute path of powershell, or null; the PATH on Windows when not given
 */
export function createSystemSpeechEngine(deps: { find?: () => string | null } = {}): TextToSpeechEngine {
  return createProgramEngine({
    id: 'system-speech',
    version: 'Windows voices',
    howToGet: 'The voices of Windows are only there on Windows.',
    find: deps.find ?? (() => (process.platform === 'win32' ? findProgram('powershell') : null)),
    list: async (path) => {
      const options = { timeoutMs: LIST_TIMEOUT_MS }
      return parseSystemSpeechVoices((await runProcess(path, powershellArgs(LIST_SCRIPT), options)).stdout)
    },
    prepare: (text) => text,
    program: (path, voice) => ({
      name: 'The Windows voice',
      path,
      args: () => powershellArgs(SPEAK_SCRIPT),
      input: (textPath, audioPath) => asciiJson({ voice: voice.programName, textPath, audioPath }),
    }),
  })
}

function powershellArgs(script: string): string[] {
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  return ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-EncodedCommand', encoded]
}

/** JSON in ASCII alone: PowerShell reads standard input in the code page of the system. */
function asciiJson(value: Record<string, string>): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7E]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
