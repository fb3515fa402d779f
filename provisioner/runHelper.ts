import path from 'node:path'
import { ApiError } from '../shared/errors/ApiError.ts'
import { runCommand } from './cli/runCommand.ts'
import { redact } from '../shared/log/redact.ts'
import type { World } from './World.ts'

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024

/**
 * Runs one of this deployment's own scripts with Node, and returns what it printed. `name` is the variable that sets
 * the script.
 *
 * Throws helper_not_configured, helper_failed, provision_timeout.
 */
export async function runHelper(
  { config, log, secrets, stopping }: World,
  script: { name: string; file: string | undefined },
  options: {
    args?: readonly string[]
    env?: Readonly<Record<string, string>>
    timeoutMs: number
    signal?: AbortSignal
  },
): Promise<string> {
  if (script.file === undefined) throw new ApiError('helper_not_configured', `${script.name} is not set`)
  const file = path.resolve(script.file)
  const { ended, code, output } = await runCommand({
    file: process.execPath,
    args: [file, ...(options.args ?? [])],
    cwd: path.dirname(file),
    env: { ...config.cliEnv, ...options.env, NO_COLOR: '1' },
    timeoutMs: options.timeoutMs,
    maxBytes: MAX_OUTPUT_BYTES,
    signal: options.signal ?? stopping,
  })
  if (ended === 'exit' && code === 0) return output
  log('warn', 'helper_failed', { script: script.name, ended, code, output: redact(output, secrets) })
  throw ended === 'timeout' ? new ApiError('provision_timeout') : new ApiError('helper_failed', `${script.name} failed`)
}

/** The base58 word after `label:` in a script's output. Throws helper_failed if there is none. */
export function readWord(output: string, label: string): string {
  const word = new RegExp(`\\b${label}:\\s{0,64}([1-9A-HJ-NP-Za-km-z]{32,90})\\b`, 'i').exec(output)?.[1]
  if (word === undefined) throw new ApiError('helper_failed', `the script did not print a ${label}`)
  return word
}
