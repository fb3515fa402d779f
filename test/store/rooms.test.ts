import { pad, toHex, type Address } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRoomRules, MAX_HOLD_SECONDS, MOST_ROOMS, type RoomSettings } from '../../shared/store/roomRules.ts'
import { createRoomTokens } from '../../functions/agents/store/roomTokens.ts'
import { createShareTransfers } from '../../functions/agents/store/shareTransfers.ts'
import { refusal } from '../auth/support.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const address = (n: number): Address => pad(toHex(n), { size: 20 })

const d1 = prepared(() => migratedD1())

const room = (changes: Partial<RoomSettings> = {}): RoomSettings => ({
  chainId: 1,
  roomKey: 'msgnet:one',
  type: 'msgnet',
  vault: address(1),
  shareToken: address(2),
  minShares: '5',
  minHoldSeconds: 60,
  graceSeconds: 0,
  gatingEnabled: true,
  joinLocked: false,
  enabled: true,
  ...changes,
})

describe('room rules', () => {
  const save = (changes: Partial<RoomSettings>, read: number) =>
    createRoomRules(d1).save(room(changes), { by: '0xABC', now: 7, read })
  const find = (roomKey = 'msgnet:one') => createRoomRules(d1).find(1, roomKey)
  beforeEach(async () => void (await d1.prepare('delete from room_rules').run()))

  test('a room is created once, and changed by who has read what it is', async () => {
    expect(await save({}, 0)).toBe('saved')
    expect(await find()).toMatchObject({ minShares: '5', version: 1, updatedAt: 7, updatedBy: '0xabc' })
    expect(await save({ minShares: '6' }, 0)).toBe('stale')
    expect(await save({ minShares: '7', joinLocked: true }, 1)).toBe('saved')
    expect(await find()).toMatchObject({ minShares: '7', joinLocked: true, version: 2 })
    expect(await save({ minShares: '8' }, 1)).toBe('stale')
  })

  test('of editors at once one wins', async () => {
    await save({}, 0)
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => save({ minShares: String(i) }, 1)))
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1)
    expect(await find()).toMatchObject({ version: 2 })
  })

  test('security: a room of another vault is taken, whatever version is named', async () => {
    await save({}, 0)
    for (const read of [0, 1, 2]) expect(await save({ vault: address(9), shareToken: address(8) }, read)).toBe('taken')
    expect(await find()).toMatchObject({ vault: address(1), shareToken: address(2), version: 1 })
  })

  test('a vault has so many rooms and no more', async () => {
    for (let i = 0; i < MOST_ROOMS; i++) expect(await save({ roomKey: `msgnet:${i}` }, 0)).toBe('saved')
    expect(await save({ roomKey: 'msgnet:more' }, 0)).toBe('full')
    expect(await save({ roomKey: 'msgnet:more', vault: address(3) }, 0)).toBe('saved')
  })

  test.each<[string, Partial<RoomSettings>]>([
    ['a key of another type', { roomKey: 'chatapp:1' }],
    ['the user interface of another vault', { type: 'vault-ui', roomKey: `vault-ui:${address(9)}` }],
    ['the governance of another share token', { type: 'governance', roomKey: `governance:${address(9)}` }],
    ['a key without a room', { roomKey: 'msgnet:' }],
    ['a key with a line break', { roomKey: 'msgnet:a\nb' }],
    ['a key that is too long', { roomKey: `msgnet:${'a'.repeat(122)}` }],
    ['shares beyond 256 bits', { minShares: String(2n ** 256n) }],
    ['shares that are no integer', { minShares: '1.5' }],
    ['a holding time that nobody could tell', { minHoldSeconds: MAX_HOLD_SECONDS + 1 }],
    ['a time in the past', { graceSeconds: -1 }],
  ])('refuses %s', async (_, changes) => {
    await expect(save(changes, 0)).rejects.toThrow(RangeError)
  })

  test('lists what is switched on, by share token and key', async () => {
    for (const [key, token] of [
      ['msgnet:b', 5],
      ['msgnet:a', 5],
      ['msgnet:c', 4],
      ['msgnet:d', 6],
    ] as const)
      await save({ roomKey: key, shareToken: address(token) }, 0)
    await save({ roomKey: 'msgnet:off', shareToken: address(3), enabled: false }, 0)
    const rules = createRoomRules(d1)
    const keys = (rows: readonly { roomKey: string }[]) => rows.map(({ roomKey }) => roomKey)
    expect(keys(await rules.ofToken(1, address(5)))).toEqual(['msgnet:a', 'msgnet:b'])
    expect(keys(await rules.ofToken(1, address(3)))).toEqual([])
    expect(keys(await rules.ofTokensAfter(1, '', 2))).toEqual(['msgnet:c', 'msgnet:a', 'msgnet:b'])
    expect(keys(await rules.ofTokensAfter(1, address(5), 2))).toEqual(['msgnet:d'])
  })

  test('a store that fails is said to be unavailable', async () => {
    const broken = createRoomRules(Object.create(null))
    expect((await refusal(broken.find(1, 'msgnet:one'))).code).toBe('store_unavailable')
  })
})

describe('room tokens', () => {
  const tokens = () => createRoomTokens(d1)
  const join = (jti: string, protocol: 'msgnet' | 'chatapp', now: number) =>
    tokens().join({ jti, protocol, request: undefined }, now, { data: {} })
  const token = (jti: string, issuedAt = 1000) => ({
    jti,
    wallet: address(7),
    chainId: 1,
    shareToken: address(2),
    roomKey: 'msgnet:one',
    issuedAt,
    expiresAt: issuedAt + 900,
  })
  beforeEach(async () => void (await d1.prepare('delete from room_tokens').run()))

  test('counts from its issue until it expires, once', async () => {
    expect(await tokens().isLive('a', 1001)).toBe(false)
    expect(await tokens().issue(token('a'))).toBe(true)
    expect(await tokens().issue(token('a'))).toBe(false)
    expect([await tokens().isLive('a', 1899), await tokens().isLive('a', 1900)]).toEqual([true, false])
  })

  test('of concurrent uses of one proof one is issued', async () => {
    const won = await Promise.all(Array.from({ length: 50 }, () => tokens().issue(token('b'))))
    expect(won.filter(Boolean)).toHaveLength(1)
  })

  test('joins are recorded at their first time, and only while the token counts', async () => {
    await tokens().issue(token('c'))
    expect(await join('c', 'msgnet', 1100)).toBe(1100)
    expect(await join('c', 'msgnet', 1200)).toBe(1100)
    expect(await join('c', 'msgnet', 1900)).toBeNull()
    expect(await join('unknown', 'msgnet', 1100)).toBeNull()
    await d1.prepare("update room_tokens set revoked_at = 1300 where jti = 'c'").run()
    expect(await join('c', 'msgnet', 1301)).toBeNull()
    expect(await join('c', 'chatapp', 1301)).toBeNull()
    expect(await d1.prepare('select count(*) n from room_joins').first('n')).toBe(1)
  })

  test('a room’s tokens are revoked together', async () => {
    await tokens().issue(token('d'))
    await tokens().issue({ ...token('e'), roomKey: 'msgnet:two' })
    // As docs/rooms.md has it.
    const revoked = `UPDATE room_tokens SET revoked_at = unixepoch() WHERE room_key = 'msgnet:one' AND revoked_at IS NULL`
    await d1.prepare(revoked).run()
    expect([await tokens().isLive('d', 1101), await tokens().isLive('e', 1101)]).toEqual([false, true])
  })

  test('new tokens delete those that expired a day ago, some at a time, with their joins', async () => {
    for (let i = 0; i < 30; i++) await tokens().issue(token(`old ${i}`))
    await join('old 0', 'msgnet', 1001)
    const count = (table: string) => d1.prepare(`select count(*) n from ${table}`).first<number>('n')
    await tokens().issue(token('on time', 1000 + 900 + 86_400))
    expect(await count('room_tokens')).toBe(31)
    await tokens().issue(token('late', 1000 + 901 + 86_400))
    expect(await count('room_tokens')).toBe(12)
    await tokens().issue(token('later', 1000 + 902 + 86_400))
    expect(await count('room_tokens')).toBe(3)
    expect(await d1.prepare("select count(*) n from room_joins where jti like 'old%'").first('n')).toBe(0)
  })
})

describe('share transfers', () => {
  const party = (n: number) => pad(address(n), { size: 32 })
  const insert = (block: number, from: number, to: number, value: bigint) =>
    d1
      .prepare(
        `insert into logs (chain, stream, block_number, log_index, block_hash, block_time, tx_hash, address, topic0, topic1, topic2, data)
         values (1, 'shares', ?1, 0, '0x', ?1 * 10, '0x', ?2, '0xt', ?3, ?4, ?5)`,
      )
      .bind(block, address(2), party(from), party(to), pad(toHex(value), { size: 32 }))
      .run()
  const query = { chain: 1, token: address(2), wallet: address(7), toBlock: 100, since: 0, limit: 10 }

  test('of one wallet, newest first, each once, without those of nothing', async () => {
    await insert(1, 8, 7, 5n)
    await insert(2, 7, 8, 2n)
    await insert(3, 7, 7, 3n)
    await insert(4, 7, 8, 0n)
    await insert(5, 8, 9, 9n)
    const found = await createShareTransfers(d1).of(query)
    expect(found.map(({ blockNumber, value }) => [blockNumber, value])).toEqual([
      [3, 3n],
      [2, 2n],
      [1, 5n],
    ])
    expect(found[2]).toMatchObject({ from: address(8), to: address(7), blockTime: 10 })
    const some = await createShareTransfers(d1).of({ ...query, toBlock: 2, since: 20 })
    expect(some.map(({ blockNumber }) => blockNumber)).toEqual([2])
  })

  test('are found by index seeks, by sender and by receiver', async () => {
    let statement = ''
    const recording = new Proxy(d1, {
      get: (target, name) =>
        name === 'prepare' ? (text: string) => target.prepare((statement = text)) : Reflect.get(target, name),
    })
    await createShareTransfers(recording).of(query)
    const values = Array.from(statement.matchAll(/\?/g), () => 1)
    const { results } = await d1
      .prepare(`explain query plan ${statement}`)
      .bind(...values)
      .all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail).join('\n')
    expect(plan).toMatch(/SEARCH logs USING INDEX logs_by_topic1 \(chain=\? AND stream=\? AND address=\? AND topic1=\?/)
    expect(plan).toMatch(/SEARCH logs USING INDEX logs_by_receiver \(chain=\? AND address=\? AND topic2=\?/)
    expect(plan).not.toContain('SCAN logs')
  })
})
