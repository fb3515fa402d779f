import { expect, test } from 'vitest'
import { familyNames, scriptName, WORKER_NAMES } from '../../platform/workers.ts'
import { heapOf } from '../support/heapOf.ts'
import { startLocalnet } from '../support/localnet.ts'
import { soak } from '../support/soak.ts'
import { useNet } from '../support/useNet.ts'

const MIB = 1024 * 1024
/** The most that the heap of an isolate may hold beside the bytes that its caches count, code and all. */
const MOST_BYTES = 16 * MIB
const AT_ONCE = 32

const net = useNet(() => startLocalnet({ families: familyNames(), inWorkerd: true, inspectorPort: 0 }))

interface Hostile {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
type Kind = (i: number) => Hostile

const address = (i: number) => `0x${i.toString(16).padStart(40, 'a')}`
const bearer = (i: number) => ({ authorization: `Bearer ${i.toString(16).padStart(66, '0')}` })

/** Requests that differ in whatever a service could remember: paths, keys of caches, credentials, bodies, headers. */
const KINDS: readonly Kind[] = [
  (i) => ({ path: `/v1/vault/nothing/${i}/at/all` }),
  (i) => ({ path: `/nowhere${i}` }),
  (i) => ({ path: '/v1/build/vetoken/lock', headers: bearer(i), body: `{"amount${i}":` }),
  (i) => ({ path: '/auth/me', headers: bearer(i) }),
  (i) => ({ path: '/v1/workspace/summary', headers: bearer(i) }),
  (i) => ({ path: '/auth/verify', body: JSON.stringify({ message: `${i}`, signature: `0x${'11'.repeat(65)}` }) }),
  (i) => ({ path: '/rpc', headers: bearer(i), body: JSON.stringify({ jsonrpc: '2.0', id: i, method: `no${i}` }) }),
  (i) => ({ path: '/auth/nonce', headers: { 'x-request-id': `id-${i}` } }),
  (i) => ({ path: '/v1/gauge/epoch', headers: { 'x-junk': `${i}${'j'.repeat(8000)}`, cookie: `a=${i}` } }),
  (i) => ({ path: `/v1/gauge/epoch?unknown${i}=${i}` }),
  (i) => ({ path: `/v1/vetoken/user/${address(i)}` }),
  (i) => ({ path: `/v1/vault/${address(i)}/report` }),
  (i) => ({ path: `/v1/token/${address(i)}/metadata` }),
  (i) => ({ path: `/v1/token/${net.world.contracts.shareToken}/logo.svg?size=${64 + (i % 900)}` }),
]

/** The statuses of many hostile requests, each by an IP address of its own. */
async function send(count: number): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>()
  let next = 0
  const client = async () => {
    for (let i = next++; i < count; i = next++) {
      const { path, headers = {}, body } = KINDS[i % KINDS.length]?.(i) ?? { path: '' }
      const from = `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`
      const init = {
        headers: { ...headers, 'cf-connecting-ip': from },
        ...(body === undefined ? {} : { method: 'POST', body }),
      }
      const ask = () => fetch(net.api + path, init)
      // On a busy machine an idle connection may close just when it is used again.
      const response = await ask().catch(ask)
      await response.arrayBuffer()
      statuses.add(response.status)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return statuses
}

test('hostile requests leave nothing in any isolate beside its caches', { timeout: 3_600_000 }, async () => {
  const statuses = await send(soak(1400, 100_000))
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]))
  const inspector = await net.miniflare?.getInspectorURL()
  if (!inspector) throw new Error('the runtime has no inspector')
  const heaps: Record<string, number> = {}
  for (const name of WORKER_NAMES) {
    const poke = async () => (await fetch(`${net.sockets[name]}/nowhere`)).arrayBuffer()
    heaps[name] = await heapOf(inspector, scriptName(name), poke)
  }
  if (soak(0, 1) === 1)
    for (const [name, bytes] of Object.entries(heaps)) console.log(`${name}: ${(bytes / MIB).toFixed(1)} MiB`)
  expect(Object.entries(heaps).filter(([, bytes]) => !(bytes > 0 && bytes <= MOST_BYTES))).toEqual([])
})
