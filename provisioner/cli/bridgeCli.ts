import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { runCommand, type CommandResult } from './runCommand.ts'

/** More than the CLI ever prints. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024
/** The exit code of env and of a shell script when a program is not found. */
const NOT_FOUND = 127

type CliConfig = Pick<Config, 'cliDir' | 'cliBin' | 'cliEntry' | 'cliEnv' | 'cliTimeoutMs' | 'home'>

/** One way to start the bridge CLI. */
interface Runner {
  readonly name: string
  readonly file: string
  readonly before: readonly string[]
}

/** Whether the directory of the bridge CLI exists. */
export const cliExists = ({ cliDir }: Pick<Config, 'cliDir'>): boolean =>
  cliDir !== undefined && statSync(cliDir, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Runs the bridge CLI in its directory with exactly these arguments, and returns the name of the program that ran it,
 * or null if none of the configured ones exists.
 */
export async function runBridgeCli(
  config: CliConfig,
  args: readonly string[],
  signal: AbortSignal,
): Promise<(CommandResult & { readonly runner: string }) | null> {
  const { cliDir: cwd = '.', cliEnv, cliTimeoutMs: timeoutMs } = config
  const env = { ...cliEnv, NO_COLOR: '1' }
  for (const { name, file, before } of runnersOf(config)) {
    const command = { file, args: [...before, ...args], cwd, env, timeoutMs, maxBytes: MAX_OUTPUT_BYTES, signal }
    const result = await runCommand(command)
    if (result.ended !== 'not_found' && result.code !== NOT_FOUND) return { ...result, runner: name }
  }
  return null
}

/**
 * The bridge's scripts are written for bun; a program named `cli` runs by itself. Package scripts (npm, pnpm) are not
 * an option: they pass their arguments through a shell.
 */
function runnersOf({ cliBin, cliDir = '.', cliEntry, home }: CliConfig): Runner[] {
  const hasEntry = existsSync(path.resolve(cliDir, cliEntry))
  const own = { name: 'cli', file: 'cli', before: [] }
  const bun = (file: string): Runner => ({ name: 'bun', file, before: ['run', cliEntry] })
  if (cliBin === 'auto') {
    const buns = hasEntry ? [bun(path.join(home, '.bun/bin/bun')), bun('bun')] : []
    return [...buns, own]
  }
  const name = path.basename(cliBin)
  if (name === 'bun') return [bun(cliBin)]
  if (name === 'cli') return [{ ...own, file: cliBin }]
  return [{ name, file: cliBin, before: hasEntry ? [cliEntry] : [] }]
}
