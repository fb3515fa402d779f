import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const FILES = ['package.json', 'package-lock.json', '.npmrc', 'ponder']
const LOCK = 'package-lock.json'

/** Copies the peers to `.cache/peers`, and installs their packages there if the lock file changed; the folder. */
export async function installPeers(): Promise<string> {
  const folder = path.join(import.meta.dirname, '../../.cache/peers')
  const before = await readFile(path.join(folder, LOCK), 'utf8').catch(() => undefined)
  const installed = await readFile(path.join(folder, 'node_modules/.package-lock.json')).catch(() => undefined)
  await mkdir(folder, { recursive: true })
  for (const file of FILES) await cp(path.join(import.meta.dirname, file), path.join(folder, file), { recursive: true })
  if (installed && before === (await readFile(path.join(folder, LOCK), 'utf8'))) return folder
  const npm = spawn('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(npm, 'close')
  if (code !== 0) throw new Error(`npm ci of the peers ended with ${code}`)
  return folder
}
