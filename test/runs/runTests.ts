import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type RunReport, REPORT_FILE } from '../support/closingLine.ts'

export const root = path.resolve(import.meta.dirname, '../..')

interface Run {
  readonly command: readonly [string, ...string[]]
  readonly variables?: NodeJS.ProcessEnv
  /** To which the report is written. */
  readonly file: string
  /** After which it is ended. */
  readonly mostMs?: number
}

/** Runs tests as a command. Returns its exit code and what its closing line reports, if it came to that. */
export async function runTests({
  command: [program, ...args],
  variables,
  file,
  mostMs = 0,
}: Run): Promise<{ code: number; report: RunReport | undefined }> {
  rmSync(file, { force: true })
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...variables, [REPORT_FILE]: file },
    timeout: mostMs,
  })
  const [code]: unknown[] = await once(child, 'exit')
  const report: RunReport | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  return { code: typeof code === 'number' ? code : 1, report }
}

/** The commit that is checked out, with a mark if files differ from it; `unknown` without git. */
export function commit(): string {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const { status, stdout } = git('rev-parse', '--short', 'HEAD')
  if (status !== 0) return 'unknown'
  return `${stdout.trim()}${git('status', '--porcelain').stdout === '' ? '' : '+'}`
}
