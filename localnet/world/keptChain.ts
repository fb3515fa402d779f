import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { askNode } from '../askNode.ts'
import type { World } from './buildWorld.ts'

/** How often a chain that has moved on is saved: what came after is lost with a node that is killed. */
const SAVE_MS = 5000

/** Blocks that a continued chain begins with, at the time of now: states before them are not kept, and some are read. */
const FIRST_BLOCKS = 3

/** A chain that a start has saved: what the world has on it, and a file that a node begins with. */
export interface KeptChain {
  readonly world: World
  readonly stateFile: string
}

const filesOf = (folder: string) => ({
  folder,
  world: path.join(folder, 'world.json'),
  state: path.join(folder, 'state.gz'),
  unpacked: path.join(folder, 'state.json.draft'),
})

/** Forgets the chain of the last start. The state goes first: without it the world is not a chain. */
export async function forgetChain(folder: string): Promise<void> {
  const files = filesOf(folder)
  for (const file of [files.state, files.world, files.unpacked]) await rm(file, { force: true })
}

/** The world of the last start, whether its chain was saved or not. */
export async function lastWorld(folder: string): Promise<World | undefined> {
  try {
    return JSON.parse(await readFile(filesOf(folder).world, 'utf8'))
  } catch {
    return undefined
  }
}

/** Finds the chain of the last start; undefined if none was saved whole. */
export async function findChain(folder: string): Promise<KeptChain | undefined> {
  const files = filesOf(folder)
  try {
    const world = await lastWorld(folder)
    await writeFile(files.unpacked, gunzipSync(await readFile(files.state)))
    return world && { world, stateFile: files.unpacked }
  } catch {
    return undefined
  }
}

/** Brings a chain that a node has begun with up to now. */
export async function catchUp(rpcUrl: string, { stateFile }: KeptChain): Promise<void> {
  await rm(stateFile, { force: true })
  const now = `0x${Math.floor(Date.now() / 1000).toString(16)}`
  await ask(rpcUrl, 'evm_setNextBlockTimestamp', [now])
  await ask(rpcUrl, 'anvil_mine', [`0x${FIRST_BLOCKS.toString(16)}`, '0x0'])
}

/** Saves a chain now and whenever it has moved on; what it returns saves for the last time. */
export async function keepChain(folder: string, rpcUrl: string, world: World): Promise<() => Promise<void>> {
  const files = filesOf(folder)
  await mkdir(folder, { recursive: true })
  await replace(files.world, JSON.stringify(world))
  let saved: unknown
  const save = async () => {
    const head = await askNode(rpcUrl, 'eth_blockNumber', [])
    if (head === undefined || head === saved) return
    const state = await askNode(rpcUrl, 'anvil_dumpState', [])
    if (typeof state !== 'string') return
    await replace(files.state, Buffer.from(state.slice(2), 'hex'))
    saved = head
  }
  let saving: Promise<void> = Promise.resolve()
  const next = () =>
    (saving = saving.then(save).catch((error: unknown) => console.error('the chain is not saved', error)))
  const timer = setInterval(next, SAVE_MS).unref()
  return async () => {
    clearInterval(timer)
    await next()
  }
}

/** Written completely or not at all. */
async function replace(file: string, contents: string | Buffer): Promise<void> {
  await writeFile(`${file}.draft`, contents, { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

async function ask(rpcUrl: string, method: string, params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const text = await response.text()
  if (!text.includes('"result"')) throw new Error(`${method}: ${text}`)
}
