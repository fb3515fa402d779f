import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFree } from '../ports.ts'
import { mineForgotten } from './mineForgotten.ts'

/** Chain id of every chain on a developer's machine. */
export const localChainId = 31337

/** How long before now a local chain begins, in seconds: this leaves room for a history. */
export const historySeconds = 60 * 86_400

/**
 * The number of latest blocks whose state can be queried: kept in memory only, since a node that is killed leaves
 * gigabytes of older states on the disk. All blocks, transactions and logs are kept.
 */
export const KEPT_STATES = 500

export type Anvil = {
  url: string
  pid: number
  /** Ends the node; resolves when its process and port are gone. */
  stop(): Promise<void>
}

export type StartAnvilOptions = {
  /** Defaults to one that the system assigns. */
  port?: number
  /** Defaults to the id shared by all local chains; another for a chain that must look like a public one. */
  chainId?: number
  /** Time of the first block in unix seconds; defaults to 60 days ago. */
  timestamp?: number
  /** The number of latest blocks whose state can be queried; defaults to more than a history has. */
  keptStates?: number
  /** Not reached by the terminal's Ctrl-C, so that its state can be read before it is stopped. */
  detached?: boolean
  /** Waits between two looks for a forgotten transaction; four seconds by default. */
  betweenLooks?: () => Promise<unknown>
  /** Further command line arguments of anvil. */
  args?: string[]
}

/**
 * Starts an EVM node with funded development accounts and resolves when it answers.
 *
 * It mines a block for each transaction. Blocks of the same second share their time, so a burst of transactions never
 * moves the chain ahead of the clock.
 *
 * @throws Error when the port is taken, the platform has no binary, or the node ends before it answers.
 */
export async function startAnvil(options: StartAnvilOptions = {}): Promise<Anvil> {
  const port = options.port ?? 0
  if (port !== 0) await requireFree(port)
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000) - historySeconds
  const flags = {
    port,
    'chain-id': options.chainId ?? localChainId,
    timestamp,
    'prune-history': options.keptStates ?? KEPT_STATES,
    // A block is final two blocks later: nobody waits for an epoch that only transactions move on.
    'slots-in-an-epoch': 1,
  }
  // Only a node that is not silent prints the port that the system assigned.
  const silent = port === 0 ? [] : ['--silent']
  const args = [...silent, ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])]
  const command = ['-c', bound, anvilBinary(), ...args, ...(options.args ?? [])]
  const node = spawn('/bin/sh', command, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: options.detached ?? false,
  })
  let url = port === 0 ? undefined : `http://127.0.0.1:${port}`
  let output = ''
  node.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (url !== undefined) return
    output += text
    const [, address] = /^Listening on ([\d.]+:\d+)$/m.exec(output) ?? []
    if (address !== undefined) url = `http://${address}`
  })
  let complaint = ''
  node.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)))
  node.on('error', (error) => (complaint = error.message))
  const lifeline = node.stdio[3]
  if (lifeline instanceof Socket) {
    // The watcher may be gone before it learns that the node has ended.
    lifeline.on('error', () => {})
    node.on('exit', () => lifeline.end('\n'))
  }
  const ended = once(node, 'close')
  const stop = async () => {
    if (node.exitCode === null && node.signalCode === null) node.kill('SIGTERM')
    await ended
  }

  const deadline = Date.now() + 10_000
  const isUp = async () => url !== undefined && (await answers(url))
  while (!(await isUp())) {
    const gone = node.pid === undefined || node.exitCode !== null || node.signalCode !== null
    if (gone || Date.now() > deadline) {
      if (node.pid !== undefined) await stop()
      throw new Error(`anvil does not answer: ${complaint.trim() || 'it printed nothing'}`)
    }
    await sleep(5)
  }
  if (node.pid === undefined || url === undefined) throw new Error(`anvil did not start: ${complaint}`)
  const forget = mineForgotten(url, options.betweenLooks)
  return {
    url,
    pid: node.pid,
    async stop() {
      forget()
      await stop()
    },
  }
}

/**
 * Becomes the node, and leaves a watcher that ends it when descriptor 3 closes without input: that happens when this
 * process is gone, for whatever reason.
 */
const bound = '(read -r _ <&3 || kill "$$") 2>/dev/null & exec "$0" "$@" 3<&-'

/** The binary of the package for this platform, which needs no install script. */
function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    const packageFile = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return path.join(path.dirname(packageFile), 'bin/anvil')
  } catch {
    throw new Error(`The package ${name} is not installed; npm installs it where the platform has one.`)
  }
}

/** Checked before the node binds a port: otherwise another node could answer in its place. */
async function requireFree(port: number): Promise<void> {
  if (!(await isFree(port))) throw new Error(`Port ${port} is taken.`)
}

async function answers(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return fetch(url, request).then(
    async (response) => (await response.text()).includes('result'),
    () => false,
  )
}
