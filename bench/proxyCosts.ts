import { numberToHex } from 'viem'
import { accountOf, bearer, receiptOf, signIn } from '../test/account/support.ts'
import { ask } from '../test/support/ask.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { startRpcProxy } from '../test/support/rpcProxy.ts'
import { startBareWorker } from './bareWorker.ts'
import { startBoundedForwarder, startForwardingWorker, startParsingForwarder } from './forwardingWorker.ts'
import { latency, throughput } from './load.ts'
import { oneConnection } from './client.ts'

const BASE = 'through a Worker that parses both bodies'
/** Less than any node that is not on this machine: what a block from memory saves. */
const AWAY_MS = 2
/** Nobody is to be busy or denied here. */
const GENEROUS = { LIMIT_MULTIPLIER: '1000000', RPC_PROXY_MAX_IN_FLIGHT: '2000' }

/**
 * The cost of an eth_call through the proxy, against the same call straight to the node and through Workers that do less:
 * milliseconds over one connection, and requests a second over 64, each as a ratio to the one that parses what it passes on.
 */
export async function proxyCosts(): Promise<string[][]> {
  const net = await startLocalnet({ inWorkerd: true, families: ['account', 'rpc'], variables: GENEROUS })
  const bare = await startBareWorker()
  const forwarding = await startForwardingWorker(net.rpcUrl)
  const parsing = await startParsingForwarder(net.rpcUrl)
  const scripts = [bare, forwarding, parsing]
  const away = await startRpcProxy(net.rpcUrl)
  away.delayMs = AWAY_MS
  const client = oneConnection()
  try {
    const { token } = await signIn(net.api, accountOf(net, 'voter'))
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    const json = { 'content-type': 'application/json' }
    const call = (block: string) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_call',
        params: [{ to: net.world.contracts.shareToken, data: '0x18160ddd' }, block],
      })
    const final = numberToHex(Number(await ask(net.rpcUrl, 'eth_blockNumber')) - 100)
    const url = `${net.sockets['rpc']}/rpc`
    const post = (to: string, headers: Record<string, string>, body = call('latest')) => ({
      url: to,
      method: 'POST' as const,
      headers: { ...json, ...headers },
      body,
    })
    const ours = await fetch(url, { method: 'POST', headers: { ...json, ...bearer(token) }, body: call('latest') })
    await ours.arrayBuffer()
    const bounded = await startBoundedForwarder(net.rpcUrl, ours.headers)
    scripts.push(bounded)
    const targets = {
      'straight to the node': post(net.rpcUrl, {}),
      [`straight to a node ${AWAY_MS} ms away`]: post(away.url, {}, call(final)),
      'a bare Worker, which asks nobody: the limit of what is in memory': post(bare.url, {}),
      'through a Worker that only forwards': post(forwarding.url, {}),
      [BASE]: post(parsing.url, {}),
      'the same with time limits and our headers: the limit': post(bounded.url, {}),
      'proxied, by a session': post(url, bearer(token)),
      'proxied, by a receipt': post(url, { 'x-siwa-receipt': receipt }),
      'proxied, a final block from memory': post(url, bearer(token), call(final)),
    }
    const ms = await latency(
      Object.fromEntries(
        Object.entries(targets).map(([name, { url: to, ...how }]) => [name, () => client.send(to, how)]),
      ),
    )
    const rps = await throughput(targets, { connections: 64 })
    return Object.entries(rps).map(([name, rate]) => [
      name,
      (ms[name] ?? NaN).toFixed(2),
      ((ms[name] ?? NaN) / (ms[BASE] ?? NaN)).toFixed(2),
      rate.toFixed(0),
      (rps[BASE] / rate).toFixed(2),
    ])
  } finally {
    client.close()
    await Promise.all(scripts.map((worker) => worker.stop()))
    await away.stop()
    await net.stop()
  }
}
