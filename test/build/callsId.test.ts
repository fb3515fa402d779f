import { describe, expect, it } from 'vitest'
import type { UnsignedCalldata } from '../../schema/calldata.ts'
import type * as z from 'zod'
import { toAnswer } from '../account/support.ts'
import { build, builtOf, receiptHeaders, send, sessionOf, startBuildNet } from './support.ts'
import { prepared, useNet } from '../support/useNet.ts'

const net = useNet(() => startBuildNet({ families: ['account', 'build', 'market'] }))
const voter = prepared(() => sessionOf(net, 'voter'))

const ONE = { amount: '1000000000000000000', durationSec: '31536000' }
let keys = 0
const newKey = () => `key-${++keys}`
const lock = (key: string | undefined, body: object = ONE, headers = voter) =>
  build(net.api, 'vetoken/lock', { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }, body)
const idOf = async (answer: ReturnType<typeof lock>) => builtOf(await answer).calls.id

describe('calls.id', () => {
  it('is there with a key alone', async () => {
    expect(builtOf(await lock(undefined)).calls).not.toHaveProperty('id')
    expect(await idOf(lock(newKey()))).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('stays the same although the approvals change, so that a wallet refuses the second send', async () => {
    const key = newKey()
    const stranger = await sessionOf(net, 'bidder')
    const first = builtOf(await lock(key, ONE, stranger))
    expect(first.approvals).toHaveLength(1)
    const [approval] = first.approvals
    if (!approval) throw new Error('no approval')
    await send(net, 'bidder', approval)
    const again = builtOf(await lock(`"${key}"`, ONE, stranger))
    expect(again.approvals).toEqual([])
    expect(again.calls.id).toBe(first.calls.id)
  })

  it('depends on caller, key, operation and body', async () => {
    const key = newKey()
    const increase = build(net.api, 'vetoken/increase', { ...voter, 'idempotency-key': key }, { amount: ONE.amount })
    const ids = [
      await idOf(lock(key)),
      await idOf(lock(newKey())),
      await idOf(lock(key, ONE, await receiptHeaders(net))),
      await idOf(lock(key, ONE, await sessionOf(net, 'stranger'))),
      await idOf(increase),
      await idOf(lock(newKey(), { ...ONE, amount: '2' })),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('does not depend on how the body is spelt', async () => {
    const key = newKey()
    const first = await idOf(lock(key))
    const spelt = { durationSec: 31_536_000, amount: ONE.amount }
    expect(await idOf(lock(key, spelt))).toBe(first)
  })

  it('is there for swaps too', async () => {
    const { usdc: tokenIn, creatorCoin: tokenOut } = net.world.contracts
    const headers = { ...voter, 'idempotency-key': newKey() }
    const body = JSON.stringify({ tokenIn, tokenOut, amount: '1000000' })
    const swap = async (): Promise<z.output<typeof UnsignedCalldata>> =>
      builtOf(await toAnswer(await fetch(`${net.api}/dex/swap`, { method: 'POST', headers, body })))
    const [one, other] = [await swap(), await swap()]
    expect(one.calls.id).toMatch(/^0x/)
    expect(other.calls.id).toBe(one.calls.id)
  })
})

describe('minBlock', () => {
  it('of a block that the node has changes nothing, as a number or as text, and is no part of what a key stands for', async () => {
    const key = newKey()
    const first = builtOf(await lock(key))
    const block = Number(first.asOf?.blockNumber)
    for (const minBlock of [block, String(block)]) {
      const again = builtOf(await lock(key, { ...ONE, minBlock }))
      expect(again.calls.id).toBe(first.calls.id)
      expect(Number(again.asOf?.blockNumber)).toBeGreaterThanOrEqual(block)
    }
  })

  it('of a later block is 503, and leaves its key free', async () => {
    const key = newKey()
    const late = await lock(key, { ...ONE, minBlock: 99_999_999 })
    expect(late).toMatchObject({ status: 503, code: 'behind_requested_block' })
    expect(late.headers.get('retry-after')).not.toBeNull()
    expect((await lock(key, { ...ONE, amount: '2' })).status).toBe(200)
  })

  it.each(['-1', 'latest', '1.5'])('refuses %s', async (minBlock) => {
    expect(await lock(undefined, { ...ONE, minBlock })).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('is one of swaps and quotes too', async () => {
    const { usdc: tokenIn, creatorCoin: tokenOut } = net.world.contracts
    const body = JSON.stringify({ tokenIn, tokenOut, amount: '1000000', minBlock: 99_999_999 })
    for (const path of ['swap', 'quote'])
      expect(
        await toAnswer(await fetch(`${net.api}/dex/${path}`, { method: 'POST', headers: voter, body })),
      ).toMatchObject({ status: 503, code: 'behind_requested_block' })
  })
})

describe('a member that is null', () => {
  it.each(['from', 'amountDecimal', 'chainId', 'minBlock', 'unknown'])(
    '%s is refused: a guard may have been lost',
    async (name) => {
      expect(await lock(undefined, { ...ONE, [name]: null })).toMatchObject({ status: 400, code: 'invalid_request' })
    },
  )
})

describe('a key that was used for another body', () => {
  it('is 422, and stays with its first body', async () => {
    const key = newKey()
    const id = await idOf(lock(key))
    expect(await lock(key, { ...ONE, amount: '2' })).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await idOf(lock(key))).toBe(id)
  })

  it('is free for somebody else, and for another operation', async () => {
    const key = newKey()
    await idOf(lock(key))
    expect((await lock(key, { ...ONE, amount: '2' }, await sessionOf(net, 'stranger'))).status).toBe(200)
  })

  it('of many bodies at once one wins, and all others are refused', async () => {
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => lock(key, { ...ONE, amount: String(i + 1) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 422)])
  })
})

describe('a build that fails', () => {
  it('does not take the key', async () => {
    const key = newKey()
    expect((await lock(key, { ...ONE, token: net.world.contracts.usdc })).status).toBe(400)
    expect((await lock(key)).status).toBe(200)
  })

  it('fails for a malformed key, naming the header', async () => {
    expect(await lock('a b')).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(/^invalid_request: Idempotency-Key: /) },
    })
  })
})
