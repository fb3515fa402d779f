import { describe, expect, test } from 'vitest'
import { createFailOver } from '../../shared/chain/createFailOver.ts'
import type { Fault } from '../../shared/chain/createPost.ts'

const HANGS: Fault = { code: 'upstream_timeout', cause: 'no answer within 400 ms' }
const limited = (retryAfter: number): Fault => ({ code: 'upstream_rate_limited', cause: 'HTTP 429', retryAfter })
const broken: Fault = { code: 'upstream_failed', cause: 'HTTP 503', status: 503 }

type Options = Parameters<typeof createFailOver>[0]

/** Nodes with what each of them answers now: a fault, or else its index. */
function setUp(answers: (Fault | undefined)[], options: Partial<Options> = {}) {
  const clock = { now: 1_800_000_000_000 }
  const queried: number[] = []
  const probed: number[] = []
  const lines: unknown[] = []
  const { outcomes } = createFailOver({
    urls: answers.map((_, i) => `https://node${i}.example/key`),
    fetch,
    now: () => clock.now,
    log: (_, __, fields) => lines.push(fields),
    totalMs: 1000,
    share: (left, nodes) => left / nodes,
    async probe({ index }) {
      probed.push(index)
      return answers[index]
    },
    probeMs: 100,
    pauseMs: ({ code }) => (code === 'upstream_timeout' ? 0 : undefined),
    ...options,
  })
  const ask = async (): Promise<number | undefined> => {
    const walk = outcomes(async ({ index }) => {
      queried.push(index)
      return answers[index] ?? { index }
    })
    return (await walk.next()).value?.index
  }
  return { answers, queried, probed, lines, clock, ask, outcomes }
}

test('happy: gives the outcomes in order, and no more than the caller takes', async () => {
  const { outcomes, ask, queried } = setUp([undefined, undefined])
  expect(await ask()).toBe(0)
  expect(queried).toEqual([0])
  const seen: number[] = []
  for await (const { index } of outcomes(async () => ({}))) seen.push(index)
  expect(seen).toEqual([0, 1])
})

describe('error', () => {
  test('of several faults a rate limit is reported, with the longest time, up to the bound', async () => {
    await expect(setUp([broken, limited(7), limited(70), HANGS]).ask()).rejects.toMatchObject({
      code: 'upstream_rate_limited',
      headers: { 'retry-after': '70' },
    })
    await expect(setUp([limited(70)], { maxRetryAfter: 10 }).ask()).rejects.toMatchObject({
      headers: { 'retry-after': '10' },
    })
  })

  test('what a transport throws ends the walk, and is not held against the node', async () => {
    const { outcomes, ask, lines } = setUp([undefined, undefined])
    const gone = async () => {
      throw new Error('gone')
    }
    await expect(outcomes(gone).next()).rejects.toThrow('gone')
    expect([await ask(), lines]).toEqual([0, []])
  })

  test('nodes that broke down are retried once, if that is configured', async () => {
    const { ask, queried } = setUp([broken, HANGS], { retryDelayMs: 1 })
    await expect(ask()).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(queried).toEqual([0, 1, 0])
  })

  test('no node is a fault of the configuration', async () => {
    await expect(setUp([]).ask()).rejects.toMatchObject({ code: 'rpc_not_configured' })
  })
})

describe('a node that is left alone', () => {
  test('stays so for as long as its fault asks for', async () => {
    const { ask, queried, clock, answers } = setUp([HANGS, undefined], { pauseMs: () => 300_000 })
    await ask()
    answers[0] = undefined
    clock.now += 299_000
    expect(await ask()).toBe(1)
    clock.now += 1000
    expect(await ask()).toBe(0)
    expect(queried).toEqual([0, 1, 1, 0])
  })

  test('race: many that find no other node probe it once in the time of a last resort', async () => {
    const { ask, queried, probed, clock, answers } = setUp([HANGS], { lastResortMs: 500 })
    const codes = async (count: number) => {
      const answered = await Promise.allSettled(Array.from({ length: count }, ask))
      return answered.map((one) => (one.status === 'rejected' ? String(one.reason.code) : one.value))
    }
    await codes(1)
    expect(await codes(10)).toEqual(Array.from({ length: 10 }, () => 'upstream_timeout'))
    expect([queried, probed]).toEqual([[0], [0, 0]])
    answers[0] = undefined
    clock.now += 500
    expect(await codes(1)).toEqual([0])
  })
})
