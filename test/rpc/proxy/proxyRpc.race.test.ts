import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'
import { inOnePeriod } from '../../support/inOnePeriod.ts'
import { seeded } from '../../support/seeded.ts'
import type { ScriptedNode } from './startNode.ts'
import { call, startProxyNet } from './startProxyNet.ts'
import { useNet } from '../../support/useNet.ts'

const CEILING = 12
/** Half of it. */
const SHARE = 6

let callers: Record<string, string>[]
const net = useNet(() => startProxyNet({ RPC_PROXY_MAX_IN_FLIGHT: String(CEILING) }))
beforeAll(async () => {
  const random = seeded('callers')
  callers = await Promise.all(Array.from({ length: 6 }, () => net.signedIn(random.account())))
})
afterEach(() => net.node.reset())

/** A node that answers nobody before all are let go, however long that takes: no time-out of a request ends it before. */
function holdBack(node: ScriptedNode): () => void {
  holdTimeOuts()
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  // A test that fails must not leave its slots taken.
  onTestFinished(() => letGo())
  node.answer = ({ text, json, response }) => {
    if (text.includes('eth_chainId')) return false
    void gate.then(() => response.end(JSON.stringify({ jsonrpc: '2.0', id: Object(json).id, result: '0x1' })))
    return true
  }
  return letGo
}

const ask = (headers: Record<string, string> | undefined) => net.post(call('eth_blockNumber'), headers)
const statuses = async (answers: readonly ReturnType<typeof ask>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted()
const times = (count: number, status: number) => Array.from({ length: count }, () => status)

test(
  'one that is refused for lack of a slot costs its caller nothing',
  inOnePeriod(60, async () => {
    const headers = callers[4]
    const from = { 'cf-connecting-ip': '10.7.0.1' }
    const left = (answer: Awaited<ReturnType<typeof ask>>) => Number(answer.headers.get('x-ratelimit-remaining'))
    const batch = () =>
      net.post([call('eth_blockNumber'), call('eth_call', [{ to: net.world.contracts.usdc }, 'latest'])], {
        ...headers,
        ...from,
      })
    const before = left(await net.post(call('eth_blockNumber'), { ...headers, ...from }))
    const letGo = holdBack(net.node)
    const held = Array.from({ length: SHARE }, () => net.post(call('eth_blockNumber'), { ...headers, ...from }))
    await expect.poll(() => net.node.open).toBe(SHARE)
    for (let i = 0; i < 30; i++) {
      const busy = await batch()
      expect([busy.status, busy.code, left(busy)]).toEqual([503, 'rpc_proxy_busy', before - SHARE])
    }
    letGo()
    expect(await statuses(held)).toEqual(times(SHARE, 200))
    expect(left(await net.post(call('eth_blockNumber'), { ...headers, ...from }))).toBe(before - SHARE - 1)
  }),
)

describe('of many requests at once', () => {
  test('no more are under way than the ceiling, and none of a caller than its share; the others get a Retry-After', async () => {
    await ask(callers[0])
    const letGo = holdBack(net.node)
    const waves = callers.flatMap((headers) => Array.from({ length: 2 * SHARE }, () => ask(headers)))
    const settled: string[] = []
    for (const wave of waves) void wave.then(({ code }) => settled.push(code ?? 'ok'))
    // Refusals come at once; the others wait for the node.
    await expect.poll(() => settled.length).toBe(waves.length - CEILING)
    await expect.poll(() => net.node.open).toBe(CEILING)
    letGo()
    const answers = await Promise.all(waves)
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CEILING)
    for (const { json, headers } of busy) {
      expect(json).toEqual({ success: false, error: 'rpc_proxy_busy' })
      expect(headers.get('retry-after')).toBe('1')
    }
    // Nobody held more than a share.
    for (const [i] of callers.entries()) {
      const own = answers.slice(i * 2 * SHARE, (i + 1) * 2 * SHARE)
      expect(own.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(SHARE)
    }
  })

  test('a caller that uses up its share leaves room for others, and what ends is free again', async () => {
    const letGo = holdBack(net.node)
    const first = Array.from({ length: SHARE + 4 }, () => ask(callers[0]))
    await expect.poll(() => net.node.open).toBe(SHARE)
    const other = ask(callers[1])
    await expect.poll(() => net.node.open).toBe(SHARE + 1)
    letGo()
    expect((await other).status).toBe(200)
    expect(await statuses(first)).toEqual([...times(SHARE, 200), ...times(4, 503)])
    expect(await statuses(Array.from({ length: SHARE }, () => ask(callers[0])))).toEqual(times(SHARE, 200))
  })

  test('one whose client goes away gives its slot back', async () => {
    const letGo = holdBack(net.node)
    const gone = new AbortController()
    const lost = Array.from({ length: SHARE }, () =>
      fetch(net.url, {
        method: 'POST',
        headers: { ...callers[2], 'content-type': 'application/json' },
        body: JSON.stringify(call('eth_blockNumber')),
        signal: gone.signal,
      }).catch(() => undefined),
    )
    await expect.poll(() => net.node.open).toBe(SHARE)
    gone.abort()
    await Promise.all(lost)
    await expect.poll(() => net.node.open).toBe(0)
    letGo()
    await expect.poll(() => statuses(Array.from({ length: SHARE }, () => ask(callers[2])))).toEqual(times(SHARE, 200))
  })

  test('an isolate that is gone holds nothing for long, and a claim that comes late takes nothing', async () => {
    const slots = (await net.objects('RPC_SLOTS')).getByName('test')
    const claim = (holder: string, turn: number, want: number, need: number, seconds = 60): Promise<unknown> =>
      Reflect.get(slots, 'claim')({ key: 'p', id: holder, turn, want, need, most: 10, seconds })
    expect(await claim('a', 1, 4, 4)).toBe(4)
    // Beyond what it needs, an isolate gets a part of what is left.
    expect(await claim('b', 2, 6, 2)).toBe(3)
    expect(await claim('c', 1, 4, 4)).toBe(0)
    expect(await claim('c', 2, 3, 3)).toBe(3)
    expect(await claim('b', 3, 0, 0)).toBe(0)
    expect(await claim('b', 1, 9, 1)).toBe(0)
    expect(await claim('d', 1, 3, 3, 0)).toBe(3)
    expect(await claim('e', 1, 3, 3)).toBe(3)
  })
})

describe('a claim is rare', () => {
  test('and what is idle goes back', async () => {
    const slots = (await net.objects('RPC_SLOTS')).getByName('ceiling')
    for (let i = 0; i < 20; i++) expect((await ask(callers[3])).status).toBe(200)
    const free = async () =>
      Reflect.get(
        slots,
        'claim',
      )({ key: 'ceiling', id: 'test', turn: Date.now(), want: CEILING, need: CEILING, most: CEILING, seconds: 0 })
    await expect.poll(free, { interval: 250 }).toBe(CEILING)
  })
})
