import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ServiceState } from '#shared/bridge/types.ts'
import { LIMITS } from '#shared/limits.ts'
import type { CorePorts } from '../ports.ts'
import type { Deployment } from './deployment.ts'
import { serviceKey } from './service-key.ts'
import { superviseService, type ServiceSupervisor } from './service-supervisor.ts'

export interface BuiltInDeployment {
  deployment: Deployment
  supervisor: ServiceSupervisor
}

/** The service that comes with the app: on this computer, free, started when the first task needs it. */
export function builtInDeployment(
  ports: Pick<CorePorts, 'dataDir' | 'clock' | 'log' | 'launchService' | 'locateFfmpeg'>,
  onChange: (state: ServiceState) => void,
): BuiltInDeployment {
  const key = serviceKey(ports.dataDir)
  const supervisor = superviseService({
    clock: ports.clock,
    log: ports.log,
    onChange,
    launch: () => {
      const dataDir = join(ports.dataDir, 'service')
      mkdirSync(dataDir, { recursive: true })
      const ffmpeg = ports.locateFfmpeg()
      return ports.launchService({
        args: ['--port', '0', '--data', dataDir],
        env: { PHONOLENS_API_KEY: key, ...(ffmpeg === null ? {} : { FFMPEG_BIN: ffmpeg }) },
      })
    },
  })
  return {
    supervisor,
    deployment: {
      id: 'built-in',
      name: 'This computer',
      billsForWork: false,
      storageScene: 'phonolens',
      polling: { shortestMs: 300, longestMs: 2_000, requestSpacingMs: 25 },
      typicalSpeed: 0.5,
      textLength: LIMITS.textLength,
      baseUrl: (signal) => supervisor.whenReady(signal),
      apiKey: () => key,
    },
  }
}
