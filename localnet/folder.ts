import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import path from 'node:path'

/** How long a holder is given to identify itself. */
const ANSWER_MS = 1000
const LONGEST_ANSWER = 500

/**
 * Locks a folder for this process, so that no second start writes into its state. The lock is an abstract socket named
 * after the folder (unix(7)): the kernel gives it to one process only, and releases it however that process ends.
 *
 * `who` is sent to processes that come later. Systems other than Linux have no such sockets, and no lock.
 *
 * @throws Error when another process uses the folder, saying which one and what to do.
 */
export async function lockFolder(directory: string, who: string): Promise<void> {
  if (process.platform !== 'linux') return
  await mkdir(directory, { recursive: true })
  const folder = await realpath(directory)
  const name = `\0localnet-${createHash('sha256').update(folder).digest('hex')}`
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`${who} (process ${process.pid})`)
  })
  server.listen(name)
  const taken = await once(server, 'listening').then(
    () => false,
    () => true,
  )
  if (taken)
    throw new Error(
      `the directory ${folder} is in use by ${await whoHas(name)}; stop that process, or set LOCALNET_DIR to another directory, and PORT and LOCALNET_RPC_PORT to other ports`,
    )
  // Held for the life of the process, without keeping it alive.
  server.unref()
}

/** The holder's answer, in printable characters: any process on the machine could be listening. */
async function whoHas(name: string): Promise<string> {
  const socket = connect(name)
  socket.setEncoding('utf8').setTimeout(ANSWER_MS, () => socket.destroy())
  let answer = ''
  try {
    for await (const text of socket) {
      answer += String(text)
      if (answer.length > LONGEST_ANSWER) break
    }
  } catch {
    // It ended meanwhile.
  }
  return answer.replaceAll(/[^\x20-\x7e]/g, '').slice(0, LONGEST_ANSWER) || 'another start'
}

/** Marks all processes of a start, since children inherit it: its value is the folder that the start has locked. */
export const FOLDER_MARK = 'LOCALNET_OF_FOLDER'

interface Folders {
  /** Folder of the state and the manifest, which this process has locked. */
  readonly directory: string
  /** Folders of bundles, whose drafts have the id of the process that writes them as the end of their name. */
  readonly bundles: readonly string[]
}

/**
 * Removes what a start that was killed has left in a folder, which this process has locked: its processes, its manifest, and
 * files that were half written. Says what it was.
 */
export async function removeLeftOvers({ directory, bundles }: Folders, say: (line: string) => void): Promise<void> {
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
