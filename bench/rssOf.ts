import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process in MiB, where the system has /proc; NaN elsewhere. */
export function rssOf(pid: number | undefined): number {
  try {
    const [, kiB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kiB) / 1024
  } catch {
    return NaN
  }
}

/** Process ids of the Workers runtimes that this process has started. */
export const runtimes = (): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      const [, comm, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      return comm === 'workerd' && Number(parent) === process.pid ? [Number(name)] : []
    } catch {
      return []
    }
  })
