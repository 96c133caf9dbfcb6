import { runService } from '../../src/service/run-service.ts'
import { createFakeEngines } from './service.ts'

// The service as a program of its own, for tests that start and kill it; only the engine is not the real one.
await runService(createFakeEngines())
