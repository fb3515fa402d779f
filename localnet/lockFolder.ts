import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, realpath } from 'node:fs/promises'
import { connect, createServer } from 'node:net'

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

/** What the holder says about itself, in printable characters: any process on the machine could be listening. */
async function whoHas(name: string): Promise<string> {
  const socket = connect(name)
  socket.setEncoding('utf8').setTimeout(ANSWER_MS, () => socket.destroy())
  let said = ''
  try {
    for await (const text of socket) {
      said += String(text)
      if (said.length > LONGEST_ANSWER) break
    }
  } catch {
    // It ended while it was being asked.
  }
  return said.replaceAll(/[^\x20-\x7e]/g, '').slice(0, LONGEST_ANSWER) || 'another start'
}
