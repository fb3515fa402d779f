import { readFileSync } from 'node:fs'

/** Resident memory of a process in MiB, where the system has /proc; NaN elsewhere. */
export function rssOf(pid: number | undefined): number {
  try {
    const [, kiB] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kiB) / 1024
  } catch {
    return NaN
  }
}
