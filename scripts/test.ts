// Runs every test: unit, component, contract and integration first, then, on a fresh build, end to end in Chromium.
// Ends with one line over all of them. Arguments are passed to vitest: `npm test -- srt` runs the tests of that name.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from './build.ts'

const root = join(import.meta.dirname, '..')
const ROUNDS = [
  {
    name: 'unit, component, contract and integration',
    projects: ['unit', 'component', 'contract', 'integration'],
  },
  { name: 'end to end', projects: ['e2e'] },
]

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  success: boolean
}

function runRound(projects: string[], reportPath: string): { status: number; report: Report | null } {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const result = spawnSync(process.execPath, [vitest, ...args, ...reporters, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  try {
    return { status: result.status ?? 1, report: JSON.parse(readFileSync(reportPath, 'utf8')) as Report }
  } catch {
    // A round that ended without a report has failed, whatever its exit code says.
    return { status: 1, report: null }
  }
}

function main(): void {
  buildIfChanged()
  const work = mkdtempSync(join(tmpdir(), 'phonolens-tests-'))
  const sum = { passed: 0, failed: 0, skipped: 0 }
  try {
    for (const [index, round] of ROUNDS.entries()) {
      console.log(`\n--- ${round.name} ---`)
      const { status, report } = runRound(round.projects, join(work, `${index}.json`))
      sum.passed += report?.numPassedTests ?? 0
      sum.skipped += report?.numPendingTests ?? 0
      const failed = report?.numFailedTests ?? 0
      // A file that could not be loaded, or an error outside a test, fails the run without failing a test.
      sum.failed += failed > 0 || status === 0 ? failed : 1
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
  process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0
}

main()
