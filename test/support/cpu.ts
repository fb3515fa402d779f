import { readdirSync, readFileSync } from 'node:fs'

/** `USER_HZ` of the kernel's interface: ticks of /proc, whatever the kernel's own clock is (proc(5)). */
const TICKS_PER_SECOND = 100

/**
 * CPU seconds that this process and those that it started have used, with those that have ended. Without /proc, its own alone.
 */
export function cpuSeconds(): number {
  const own = process.cpuUsage()
  return (own.user + own.system) / 1e6 + childTicks(process.pid) / TICKS_PER_SECOND
}

let sharedSeconds = 0

/** Does work for all files of a worker: the first that asks for it is not charged for it. */
export async function share<T>(work: () => Promise<T>): Promise<T> {
  const before = cpuSeconds()
  try {
    return await work()
  } finally {
    sharedSeconds += cpuSeconds() - before
  }
}

/** CPU seconds of this process and its own, without those of shared work. */
export const chargedSeconds = (): number => cpuSeconds() - sharedSeconds

/** CPU seconds of another process and its own. */
export const cpuSecondsOf = (pid: number): number => ((statOf(pid)?.own ?? 0) + childTicks(pid)) / TICKS_PER_SECOND

interface Stat {
  /** Its own ticks. */
  readonly own: number
  /** Ticks of its children that have ended. */
  readonly ended: number
}

function childTicks(pid: number): number {
  let ticks = statOf(pid)?.ended ?? 0
  for (const child of childrenOf(pid)) ticks += (statOf(child)?.own ?? 0) + childTicks(child)
  return ticks
}

/** Processes that some thread of a process started (proc_tid_children(5)). */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    // It, or a thread of it, has ended meanwhile.
    return []
  }
}

function statOf(pid: number): Stat | undefined {
  try {
    // proc_pid_stat(5): the name may hold anything, so the fields are counted from the last parenthesis: 14 to 17.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number)
    return { own: user + system, ended: endedUser + endedSystem }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}
