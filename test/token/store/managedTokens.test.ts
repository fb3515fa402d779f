import { pad, toHex, type Address, type Hash } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { createManagedTokens, MOST_TOKENS, type VerifiedToken } from '../../../functions/token/store/managedTokens.ts'
import { createStore } from '../../../functions/core/store/createStore.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'
import { prepared } from '../../support/useNet.ts'

const address = (n: number): Address => pad(toHex(n), { size: 20 })
const genesis = (n: number): Hash => pad(toHex(n), { size: 32 })
const CHAIN = 31337

const d1 = prepared(() => migratedD1())
beforeEach(() =>
  d1.batch(['managed_tokens', 'managed_token_lists', 'chains'].map((name) => d1.prepare(`delete from ${name}`))),
)

const token = (n: number, changes: Partial<VerifiedToken> = {}): VerifiedToken => ({
  genesis: genesis(1),
  chainId: CHAIN,
  address: address(n),
  name: 'Share',
  symbol: 'S',
  decimals: 18,
  vault: address(n + 10_000),
  blockNumber: 10,
  ...changes,
})
const store = () => createManagedTokens(d1)
const put = async (given: VerifiedToken, now: number) => (await store().put(given, now)).outcome
const versionOf = async () => {
  const { state } = await store().read(CHAIN)
  return state && [state.major, state.minor, state.patch, state.changedAt]
}

/** Lists this many tokens at once, as if they had been added one by one. */
async function fill(count: number) {
  await store().put(token(1), 100)
  const rows = Array.from({ length: count - 1 }, (_, i) => ({ a: address(i + 2) }))
  await d1
    .prepare(
      `insert into managed_tokens (genesis, address, name, symbol, decimals, vault, block_number, created_at, verified_at)
      select ?, value ->> 'a', 'Share', 'S', 18, '0x', 10, 100, 100 from json_each(?)`,
    )
    .bind(genesis(1), JSON.stringify(rows))
    .run()
}

describe('a managed list', () => {
  test('takes 500 tokens, gives the last place to one of many concurrent calls, and raises its version once', async () => {
    await fill(MOST_TOKENS - 1)
    const before = await versionOf()
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, i) => put(token(900 + i), 200)))
    expect(outcomes.toSorted()).toEqual(['added', 'full', 'full', 'full', 'full', 'full'])
    expect((await store().read(CHAIN)).tokens).toHaveLength(MOST_TOKENS)
    expect([before, await versionOf()]).toEqual([
      [1, 1, 0, 100],
      [1, 2, 0, 200],
    ])
    expect(await put(token(1, { name: 'Renewed' }), 300)).toBe('updated')
    expect(await store().remove(CHAIN, address(1), 400)).toEqual({
      removed: true,
      list: { shareTokensCount: MOST_TOKENS - 1, version: { major: 2, minor: 0, patch: 0 } },
    })
    expect(await put(token(999), 500)).toBe('added')
  })

  test('counts each of many changes at once, and one of the same change', async () => {
    const outcomes = await Promise.all([1, 1, 2, 3, 1].map((n) => put(token(n), 100)))
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3)
    expect(await versionOf()).toEqual([1, 3, 0, 100])
    const removed = await Promise.all([1, 1, 2].map((n) => store().remove(CHAIN, address(n), 90)))
    expect(removed.filter((one) => one.removed)).toHaveLength(2)
    // A clock that is behind does not take the time back.
    expect(await versionOf()).toEqual([3, 0, 0, 100])
  })

  test('keeps what a newer block said', async () => {
    await store().put(token(1, { name: 'New', blockNumber: 20 }), 100)
    expect(await put(token(1, { name: 'Old', blockNumber: 19 }), 200)).toBe('unchanged')
    expect((await store().read(CHAIN)).tokens[0]).toMatchObject({ name: 'New', blockNumber: 20 })
    expect(await versionOf()).toEqual([1, 1, 0, 100])
  })
})

describe('another chain behind the same chain id', () => {
  const look = (n: number, at: number) =>
    createStore(d1).logIndex.openChain({
      chainId: CHAIN,
      genesis: genesis(n),
      head: { number: 1, hash: genesis(9), time: 1 },
      now: at,
    })

  test('begins with an empty list, by the index or by the first token', async () => {
    await look(1, 50)
    await store().put(token(1), 100)
    await look(2, 150)
    expect(await store().read(CHAIN)).toEqual({ state: null, tokens: [] })
    expect(await store().remove(CHAIN, address(1), 160)).toEqual({
      removed: false,
      list: { shareTokensCount: 0, version: { major: 1, minor: 0, patch: 0 } },
    })
    await store().put(token(7, { genesis: genesis(3) }), 200)
    expect((await store().read(CHAIN)).tokens.map((one) => one.address)).toEqual([address(7)])
    expect((await store().read(1)).tokens).toEqual([])
  })

  test('takes the lists of those that it replaced with it, once the index has seen it', async () => {
    await store().put(token(1), 100)
    await store().put(token(2, { chainId: 1, genesis: genesis(5) }), 100)
    await store().put(token(3, { genesis: genesis(2) }), 300)
    const rows = async () => {
      const { results } = await d1
        .prepare(
          'select l.genesis, t.address from managed_token_lists l left join managed_tokens t using (genesis) order by 2',
        )
        .all()
      return results.map((row) => row['address'])
    }
    // The index looks at a chain that a newer one has already replaced: nothing of the newer one goes.
    const old = await look(1, 200)
    await createStore(d1).prune.replaced(old)
    expect(await rows()).toEqual([address(1), address(2), address(3)])
    await createStore(d1).prune.replaced(await look(2, 400))
    expect(await rows()).toEqual([address(2), address(3)])
  })
})
