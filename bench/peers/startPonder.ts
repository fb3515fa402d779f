import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Address } from 'viem'
import { freePorts } from '../../localnet/ports.ts'
import { rssOf } from '../rssOf.ts'

/** A line of its log; `time` is in Unix milliseconds. */
interface Line {
  readonly time: number
  readonly msg: string
}

export interface Ponder {
  readonly url: string
  /** Seconds from the start of its backfill to the end, as its log says. */
  readonly seconds: number
  /** The most memory of its process during the backfill, in MiB. */
  readonly rssMiB: number
  stop(): Promise<void>
}

/** Starts one of the apps of Ponder, and resolves when its backfill is complete. */
export async function startPonder(
  peers: string,
  app: 'events' | 'vault',
  { node, contract }: { readonly node: string; readonly contract: Address },
): Promise<Ponder> {
  const [port = 0] = await freePorts(1)
  const database = await mkdtemp(path.join(tmpdir(), 'ponder-'))
  const bin = path.join(peers, 'node_modules/ponder/dist/esm/bin/ponder.js')
  const flags = ['--log-format', 'json', '--root', path.join(peers, 'ponder', app)]
  const ponder = spawn(
    process.execPath,
    [bin, 'start', ...flags, '--schema', 'public', '--port', String(port), '--hostname', '127.0.0.1'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PEER_NODE: node,
        PEER_CONTRACT: contract,
        PEER_DATABASE: database,
        PONDER_TELEMETRY_DISABLED: 'true',
      },
    },
  )
  const ended = once(ponder, 'close')
  const stop = async () => {
    ponder.kill()
    await ended
    await rm(database, { recursive: true, force: true })
  }
  let rssMiB = 0
  const watch = setInterval(() => (rssMiB = Math.max(rssMiB, rssOf(ponder.pid))), 100)
  let started: number | undefined
  const output: string[] = []
  try {
    for await (const text of createInterface(ponder.stdout)) {
      output.push(text)
      const { time, msg } = lineOf(text)
      if (msg === 'Started backfill indexing') started = time
      if (started !== undefined && msg.startsWith('Completed backfill indexing')) {
        ponder.stdout.resume()
        return { url: `http://127.0.0.1:${port}`, seconds: (time - started) / 1000, rssMiB, stop }
      }
    }
  } finally {
    clearInterval(watch)
  }
  await stop()
  throw new Error(`Ponder ended before its backfill: ${output.slice(-5).join('\n')}`)
}

function lineOf(text: string): Line {
  const line: Partial<Line> = text.startsWith('{') ? JSON.parse(text) : {}
  return { time: Number(line.time), msg: String(line.msg) }
}
