import { readdirSync, readFileSync } from 'node:fs'

/** `USER_HZ` of the kernel's interface: ticks of /proc, whatever the kernel's own clock is (proc(5)). */
const TICKS_PER_SECOND = 100

/**
 * CPU seconds that this process and those that it started have used, with those that have ended. Without /proc, its own alone.
 */
export function cpuSeconds(): number {
  const own = process.cpuUsage()
  const seconds = (own.user + own.system) / 1e6
  try {
    return seconds + childTicks(process.pid, statsOfAll()) / TICKS_PER_SECOND
  } catch {
    return seconds
  }
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
export function cpuSecondsOf(pid: number): number {
  const stats = statsOfAll()
  return ((stats.get(pid)?.own ?? 0) + childTicks(pid, stats)) / TICKS_PER_SECOND
}

interface Stat {
  readonly parent: number
  /** Its own ticks. */
  readonly own: number
  /** Ticks of its children that have ended. */
  readonly ended: number
}

function childTicks(pid: number, stats: ReadonlyMap<number, Stat>): number {
  let ticks = stats.get(pid)?.ended ?? 0
  for (const [child, { parent, own }] of stats) if (parent === pid) ticks += own + childTicks(child, stats)
  return ticks
}

function statsOfAll(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // proc_pid_stat(5): the name may hold anything, so the fields are counted from the last parenthesis: 4, and 14 to 17.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
      stats.set(Number(name), { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem })
    } catch {
      // It has ended since its name was read.
    }
  }
  return stats
}
