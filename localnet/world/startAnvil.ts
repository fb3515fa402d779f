import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Chain id of every chain that runs on a developer's machine here. */
export const localChainId = 31337

/** How long before now a local chain begins, in seconds: room for a history. */
export const historySeconds = 60 * 86_400

export type Anvil = {
  url: string
  pid: number
  /** Ends the node; resolves when its process and port are gone. */
  stop(): Promise<void>
}

export type StartAnvilOptions = {
  /** Defaults to a free one. */
  port?: number
  /** Time of the first block in unix seconds; defaults to 60 days ago. */
  timestamp?: number
  /** Further command line arguments of anvil. */
  args?: string[]
}

/**
 * Starts an EVM node with funded development accounts and resolves when it answers.
 *
 * It mines a block for each transaction. Blocks of the same second share their time, so a burst of transactions
 * never carries the chain ahead of the clock.
 *
 * @throws Error when the port is taken, the platform has no binary, or the node ends before it answers.
 */
export async function startAnvil(options: StartAnvilOptions = {}): Promise<Anvil> {
  const port = await reservePort(options.port ?? 0)
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000) - historySeconds
  const url = `http://127.0.0.1:${port}`
  const flags = { port, 'chain-id': localChainId, timestamp }
  const args = ['--silent', ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])]
  const node = spawn(anvilBinary(), [...args, ...(options.args ?? [])], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  node.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)))
  node.on('error', (error) => (complaint = error.message))
  const ended = once(node, 'close')

  const kill = () => node.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (node.exitCode === null && node.signalCode === null) node.kill('SIGTERM')
    await ended
  }

  const deadline = Date.now() + 10_000
  while (!(await answers(url))) {
    const gone = node.pid === undefined || node.exitCode !== null || node.signalCode !== null
    if (gone || Date.now() > deadline) {
      if (node.pid !== undefined) await stop()
      throw new Error(`anvil does not answer at ${url}: ${complaint.trim() || 'no word from it'}`)
    }
    await sleep(5)
  }
  if (node.pid === undefined) throw new Error(`anvil did not start: ${complaint}`)
  return { url, pid: node.pid, stop }
}

/** The binary of the package for this platform, which needs no install script. */
function anvilBinary(): string {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  try {
    const packageFile = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return path.join(path.dirname(packageFile), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
  } catch {
    throw new Error(`The package ${name} is not installed; npm installs it where the platform has one.`)
  }
}

/** Proves that a port is free (0 asks for any) before the node binds it: else another node could answer for it. */
async function reservePort(wanted: number): Promise<number> {
  const probe = createServer()
  probe.listen(wanted, '127.0.0.1')
  await once(probe, 'listening').catch(() => {
    throw new Error(`Port ${wanted} is taken.`)
  })
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The operating system named no port.')
  return address.port
}

async function answers(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return fetch(url, request).then(
    async (response) => (await response.text()).includes('result'),
    () => false,
  )
}
