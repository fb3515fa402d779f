import { describe, expect, test } from 'vitest'
import { soak } from '../support/soak.ts'
import { startMemoryNet } from './startMemoryNet.ts'
import { useNet } from '../support/useNet.ts'

const MIB = 1024 * 1024

const net = useNet(() => startMemoryNet())

const token = () => net.world.contracts.shareToken
const logo = (query: string) => `/v1/token/${token()}/logo.svg${query}`

/** Sends requests a few at a time; their statuses, counted. */
async function send(count: number, path: (i: number) => string, headers: (i: number) => HeadersInit = () => ({})) {
  const statuses: Record<number, number> = {}
  let next = 0
  const client = async () => {
    for (let i = next++; i < count; i = next++) {
      const response = await fetch(net.api + path(i), { headers: headers(i) })
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  return statuses
}

async function report(what: string): Promise<void> {
  if (soak(0, 1) === 0) return
  const [kept, heap] = [await net.kept(), await net.heap()]
  console.log(`${what}: keeps ${(kept / MIB).toFixed(1)} MiB, heap ${(heap / MIB).toFixed(1)} MiB`)
}

describe('what an isolate remembers', { timeout: 1_200_000 }, () => {
  test('is nothing of a request that was refused, beyond who is counted', async () => {
    expect((await fetch(net.api + logo(''))).status).toBe(200)
    const before = await net.kept()
    const long = 'x'.repeat(4100)
    const refused = [
      [414, (i: number) => logo(`?a${i}=${long}`)],
      [400, (i: number) => logo(`?size=a${i}${long.slice(300)}`)],
      [400, (i: number) => logo(`?size=64&size=${i}`)],
      [400, (i: number) => `/v1/token/0x${i}/logo.svg`],
      [404, (i: number) => `/v1/token/${token()}/logo${i}.svg`],
      [404, (i: number) => `/v1/token/0x${i.toString(16).padStart(40, '0')}/logo.svg?size=77`],
    ] as const
    for (const [status, path] of refused) {
      const count = soak(20, 650)
      expect(await send(count, path)).toEqual({ [status]: count })
    }
    expect(await net.kept()).toBe(before)
    await report(`${6 * soak(20, 650)} refused`)
  })

  test('is one answer, and one upstream request, for any number of unknown parameters', async () => {
    net.proxy.reset()
    const before = await net.kept()
    const count = soak(100, 30_000)
    expect(await send(count, (i) => logo(`?size=99&unknown${i}=${'y'.repeat(200)}`))).toEqual({ 200: count })
    expect(net.proxy.requests).toHaveLength(1)
    // The one answer, and the few URLs that waited for it.
    expect((await net.kept()) - before).toBeLessThan(0.1 * MIB)
    await report(`${count} URLs with unknown parameters`)
  })

  test('stays bounded under distinct pictures and clients', async () => {
    const before = await net.kept()
    const [styles, presets, kinds] = [
      ['card', 'raw'],
      ['standard', 'hero', 'pixel'],
      ['share', 'creator'],
    ] as const
    const count = soak(60, 11_000)
    const query = (i: number) =>
      `?size=${64 + (i % 961)}&style=${styles[i % 2]}&preset=${presets[i % 3]}&tokenKind=${kinds[Math.floor(i / 961) % 2]}`
    const client = (i: number) => ({ 'cf-connecting-ip': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` })
    expect(await send(count, (i) => logo(query(i)), client)).toEqual({ 200: count })
    const pictures = soak(2, 60)
    const drawn = await send(pictures, (i) => `/v1/token/${token()}/image?size=${600 + i}`)
    expect((drawn[200] ?? 0) + (drawn[503] ?? 0)).toBe(pictures)
    const kept = await net.kept()
    expect(kept).toBeGreaterThan(before + count * 1000)
    expect(kept).toBeLessThanOrEqual(32 * MIB)
    await report(`${count} drawings for as many clients, ${pictures} pictures`)
  })
})
