import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** Runs a script as a reader's shell would. Throws an Error with what it printed when it does not succeed. */
export async function shell(script: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd, env: { ...process.env, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
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
