import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRpc } from '../shared/chain/rpc.ts'
import type { log as logLine } from '../shared/log/log.ts'
import type { Config } from './config.ts'
import { createApp } from './createApp.ts'
import { openPayers } from './payers.ts'
import { createSvm } from './svm/createSvm.ts'

const RPC_TIMEOUT_MS = 20_000

export interface Provisioner {
  readonly url: string
  /** Ends running programs and the service. The next request for a token finds what was begun on a chain. */
  stop(): Promise<void>
}

/** Starts the service and resolves when it listens. Throws an Error if the port is taken. */
export async function startProvisioner(config: Config, log: typeof logLine): Promise<Provisioner> {
  const { payers, close } = await openPayers(config.payers)
  const stopping = new AbortController()
  const app = createApp({
    config,
    payers,
    rpc: createRpc({ urls: config.evmRpcUrls, timeoutMs: RPC_TIMEOUT_MS, log }),
    svm: config.svmRpcUrl === undefined ? undefined : createSvm(config.svmRpcUrl),
    log,
    secrets: config.secrets,
    stopping: stopping.signal,
  })
  if (config.quoteMintIgnored) log('warn', 'quote_mint_ignored', { reason: 'SVM_STRICT_SOL_PAIR' })

  // Its own Request and Response are not those of Node: other code in this process keeps Node's.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, listener)
  server.listen(config.port, config.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    await close()
    throw new Error(`cannot listen on ${config.host}:${config.port}: ${codeOf(error)}`, { cause: error })
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provisioner did not get a port')
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return {
    url: `http://${host}:${address.port}`,
    async stop() {
      stopping.abort()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await close()
    },
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'for an unknown reason'
