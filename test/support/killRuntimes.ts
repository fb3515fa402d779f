import { readdir, readFile } from 'node:fs/promises'
import { vi } from 'vitest'

/** Processes of the Workers' runtime that this process has started (proc(5): name is field 2, the parent field 4). */
export async function runtimes(): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const own = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readUnlessGone(`/proc/${pid}/stat`)
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(stat) ?? []
      return name === 'workerd' && Number(parent) === process.pid ? [Number(pid)] : []
    }),
  )
  return own.flat()
}

const UNREADABLE: readonly unknown[] = ['ENOENT', 'ESRCH', 'EACCES']

/** The text of a file of proc(5), empty where its process has ended or is another user's. */
export async function readUnlessGone(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNREADABLE.includes(error.code)) return ''
    throw error
  }
}

/**
 * kill -9 of a net's own runtime, which is started again: of all but those that were there before it. It is over once they are gone,
 * since one that is still dying may answer the next request.
 */
export async function killRuntimes(before: readonly number[]): Promise<void> {
  const own = (await runtimes()).filter((pid) => !before.includes(pid))
  if (own.length === 0) throw new Error('there is no runtime to kill')
  for (const pid of own) process.kill(pid, 'SIGKILL')
  const isGone = async (pid: number) => /^$|\) Z /.test(await readUnlessGone(`/proc/${pid}/stat`))
  await vi.waitUntil(async () => (await Promise.all(own.map(isGone))).every(Boolean), { timeout: 45_000, interval: 5 })
}
