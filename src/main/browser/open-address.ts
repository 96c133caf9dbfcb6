import { spawn } from 'node:child_process'

/** The system's own way of opening an address. The address is ours, but is passed as one argument all the same. */
export function openCommand(platform: NodeJS.Platform, address: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [address]]
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]]
  return ['xdg-open', [address]]
}

/** Opens the person's browser where there is one; where there is none, the printed address is enough. */
export function openAddress(address: string): void {
  const [command, args] = openCommand(process.platform, address)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => console.log('Open the address in a browser on this computer.'))
  child.unref()
}
