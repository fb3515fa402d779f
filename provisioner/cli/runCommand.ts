import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** How a program ended, and what it printed on both outputs, without terminal control sequences. */
export interface CommandResult {
  readonly ended: 'exit' | 'not_found' | 'timeout' | 'too_much_output'
  /** null if a signal ended it. */
  readonly code: number | null
  readonly output: string
}

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Ends it early, which counts as a timeout. */
  readonly signal?: AbortSignal
}

/** Grace period of a program after SIGTERM, and of a child that outlives it. */
const GRACE_MS = 1000

/**
 * Runs a program with exactly these arguments: no shell, no input (a prompt reads end of file), and in its own process
 * group, which is ended as a whole when the time is up, the output is too long, or the program has exited.
 */
export function runCommand({ file, args, cwd, env, timeoutMs, maxBytes, signal }: Command): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const chunks: Buffer[] = []
    let size = 0
    let ended: CommandResult['ended'] = 'exit'
    const timers: NodeJS.Timeout[] = []

    const kill = (name: 'SIGTERM' | 'SIGKILL') => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name)
      } catch {
        // The group is gone.
      }
    }
    const stop = (why: CommandResult['ended']) => {
      if (ended !== 'exit') return
      ended = why
      kill('SIGTERM')
      timers.push(setTimeout(() => kill('SIGKILL'), GRACE_MS))
    }
    const onAbort = () => stop('timeout')
    const take = (chunk: Buffer) => {
      const room = maxBytes - size
      size += chunk.length
      if (room > 0) chunks.push(chunk.subarray(0, room))
      if (size > maxBytes) stop('too_much_output')
    }

    timers.push(setTimeout(onAbort, timeoutMs))
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', () => (ended = 'not_found'))
    child.on('exit', () => {
      // Children that outlive it would keep the outputs open, even from a group of their own.
      timers.push(
        setTimeout(() => {
          kill('SIGKILL')
          child.stdout.destroy()
          child.stderr.destroy()
        }, GRACE_MS),
      )
    })
    child.on('close', (code) => {
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      kill('SIGKILL')
      const output = stripVTControlCharacters(Buffer.concat(chunks).toString('utf8'))
      resolve({ ended, code, output })
    })
  })
}
