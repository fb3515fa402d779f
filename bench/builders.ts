import { builders } from '../schema/build/index.ts'
import { coinTrendQuote } from '../schema/market/coinTrendQuote.ts'
import { dex } from '../schema/market/dex.ts'
import { accountOf, signIn } from '../test/account/support.ts'
import { exampleOf } from '../test/laws/exampleCalls.ts'
import type { TestNet } from '../test/support/localnet.ts'
import type { RpcProxy } from '../test/support/rpcProxy.ts'
import { oneConnection } from './client.ts'
import { startBoundedForwarder, startRawCalls } from './forwardingWorker.ts'
import { type Load, throughput } from './load.ts'
import type { Script } from './startScript.ts'

interface Given {
  /** A localnet whose Workers have a node. */
  readonly net: TestNet
  /** One whose Workers have none: there a builder costs what the Worker itself does. */
  readonly alone: TestNet
  /** URL of the bare Worker. */
  readonly bare: string
  /** The proxy in front of the node of `net`. */
  readonly proxy: RpcProxy
  /** Requests that the node of `net` has had so far. */
  readonly upstream: () => number
  readonly rounds?: number
}

/**
 * The cost of each builder: upstream requests of its first and of a later build; its time as a ratio to a Worker that makes
 * the same requests and nothing else, and to one that also bounds them and answers with our headers; builds per second as a
 * ratio to the bare Worker, with the reads and the simulation of every build and without a node. Where the bytes depend on a
 * read, there is no figure without a node.
 */
export async function builderCosts({ net, alone, bare, proxy, upstream, rounds = 2 }: Given): Promise<string[][]> {
  const client = oneConnection()
  const raw = await startRawCalls(proxy.url)
  let bounded: Script | undefined
  const [reading, blind] = await Promise.all([requestsOf(net), requestsOf(alone)])
  const targets: Record<string, Load> = { bare: { url: bare } }
  const requests = new Map<string, string>()
  for (const [id, load] of Object.entries(reading)) {
    const seen: number[] = []
    let from = 0
    for (let i = 0; i < 2; i++) {
      const before = upstream()
      from = proxy.requests.length
      const { status, text } = await client.send(load.url, load)
      if (status !== 200) throw new Error(`${id}: ${status} ${text}`)
      seen.push(upstream() - before)
    }
    requests.set(id, seen.join(', then '))
    targets[`${id} reading`] = load
    const calls = { method: 'POST' as const, body: JSON.stringify(bodiesOf(proxy, from)) }
    bounded ??= await boundedAs(load, proxy.url)
    targets[`${id} raw`] = { ...calls, url: raw.url }
    targets[`${id} bounded`] = { ...calls, url: bounded.url }
    const other = blind[id]
    if (other && (await client.send(other.url, other)).status === 200) targets[`${id} blind`] = other
  }
  client.close()
  const rps = await throughput(targets, { rounds, seconds: 1 })
  await Promise.all([raw.stop(), bounded?.stop()])
  const ratio = (name: string): string => {
    const own = rps[name]
    return own === undefined ? 'needs a read' : (own / (rps['bare'] ?? NaN)).toFixed(3)
  }
  return Object.keys(reading).map((id) => [
    id,
    requests.get(id) ?? '',
    ...['raw', 'bounded'].map((less) => ((rps[`${id} ${less}`] ?? NaN) / (rps[`${id} reading`] ?? NaN)).toFixed(2)),
    ratio(`${id} reading`),
    ratio(`${id} blind`),
  ])
}

async function boundedAs({ url, ...how }: Load, node: string): Promise<Script> {
  const { headers } = await fetch(url, how)
  return startBoundedForwarder(node, headers)
}

/** The requests since then, as JSON-RPC sends them, but for those of a schedule that runs meanwhile. */
export const bodiesOf = ({ requests }: RpcProxy, from: number): string[] =>
  requests
    .slice(from)
    .filter(({ calls }) => calls.some(({ method }) => method !== 'eth_getBlockByNumber'))
    .map(({ calls }) => calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
    .map((messages) => JSON.stringify(messages.length === 1 ? messages[0] : messages))

/** The example of every builder, and of the quotes, as one account sends it, straight at its Worker. */
async function requestsOf(net: TestNet): Promise<Record<string, Load>> {
  const { token } = await signIn(net.api, accountOf(net, 'bidder'))
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const notHere = () => Promise.reject(new Error('an example sends nothing itself'))
  const notThere = () => {
    throw new Error('nobody administers')
  }
  const nobody = {
    services: {},
    chatPerson: notHere,
    trendToken: notHere,
    idpToken: notHere,
    launchData: () => '',
    admin: notThere,
    newClient: () => '127.0.0.1',
  }
  const live = { ...net, ...nobody, session: async () => headers, send: notHere }
  const { quoteDex, buildDexSwap } = dex
  const { quoteTrendTrade } = coinTrendQuote
  const loads = [
    ...Object.values(builders).map((operation) => ({ operation, family: 'build' })),
    ...[quoteDex, buildDexSwap, quoteTrendTrade].map((operation) => ({ operation, family: 'market' })),
  ].map(async ({ operation: { operationId, path }, family }): Promise<[string, Load]> => {
    const { body } = await exampleOf(operationId)(live)
    const url = `${net.sockets[family]}${path}`
    return [operationId, { url, method: 'POST', headers, body: JSON.stringify(body ?? {}) }]
  })
  return Object.fromEntries(await Promise.all(loads))
}
