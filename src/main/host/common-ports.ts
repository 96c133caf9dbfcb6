import { join } from 'node:path'
import { locateFfmpeg } from '../../platform/ffmpeg/locate-ffmpeg.ts'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import type { Log } from '../../platform/log.ts'
import type { CorePorts } from '../core/ports.ts'

type CommonPorts = Omit<CorePorts, 'app' | 'launchService' | 'mayOpenPath' | 'releasePath'>

/** What the core gets from both hosts alike. */
export function commonPorts(dataDir: string, resourcesDir: string, log: Log): CommonPorts {
  return {
    dataDir,
    log,
    clock: systemClock,
    random: systemRandom,
    samplePath: join(resourcesDir, 'sample-recording.flac'),
    locateFfmpeg: () => locateFfmpeg(),
  }
}
