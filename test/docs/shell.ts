import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/**
 * Runs a script as a reader's shell would; `signal` ends it with everything that it has started. Throws an Error with what
 * it printed when it does not succeed.
 */
export async function shell(script: string, cwd: string, signal?: AbortSignal): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd, detached: signal !== undefined })
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  signal?.addEventListener('abort', end)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() =>
    signal?.removeEventListener('abort', end),
  )
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`ended with ${code}\n${stdout}\n${stderr}`)
  return stdout
}

/** The JSON documents that a script prints, one on each line. */
export const linesOf = (printed: string): unknown[] =>
  printed
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line))
