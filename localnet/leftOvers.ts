import { readdirSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Marks all processes of a start, since children inherit it: its value is the folder that the start has locked. */
export const FOLDER_MARK = 'LOCALNET_OF_FOLDER'

interface Places {
  /** Folder of the state and the manifest, which this process has locked. */
  readonly directory: string
  /** Folders of bundles, whose drafts have the id of the process that writes them as the end of their name. */
  readonly bundles: readonly string[]
}

/**
 * Removes what a start that was killed has left in a folder, which this process has locked: its processes, its manifest, and
 * files that were half written. Says what it was.
 */
export async function removeLeftOvers({ directory, bundles }: Places, say: (line: string) => void): Promise<void> {
  for (const { pid, name } of processesOf(directory))
    if (end(pid)) say(`cleanup: ended ${name} (process ${pid}) of an earlier start that was killed`)
  const drafts = ['', 'chain', 'state'].map((name) => path.join(directory, name))
  for (const folder of drafts)
    for (const name of await namesIn(folder)) {
      if (name !== 'manifest.json' && !name.endsWith('.draft')) continue
      await rm(path.join(folder, name), { force: true })
      say(`cleanup: removed ${name} of an earlier start that was killed`)
    }
  for (const folder of bundles)
    for (const name of await namesIn(folder)) {
      const [, pid] = /\.(\d+)$/.exec(name) ?? []
      if (pid === undefined || isAlive(Number(pid))) continue
      await rm(path.join(folder, name), { force: true, recursive: true })
      say(`cleanup: removed ${path.basename(folder)}/${name}, an incomplete bundle`)
    }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

const isAlive = (pid: number): boolean => signal(pid, 0)
const end = (pid: number): boolean => signal(pid, 'SIGKILL')

/** False for a process that has ended, or is somebody else's. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Processes that a start in this folder has started, other than this one (proc(5)). */
function processesOf(directory: string): { pid: number; name: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || pid === process.pid) return []
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`${FOLDER_MARK}=${directory}`)
      return isOurs ? [{ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }] : []
    } catch {
      // It has ended, or is somebody else's.
      return []
    }
  })
}
