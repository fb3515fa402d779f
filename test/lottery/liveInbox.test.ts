import { describe, expect, test, vi } from 'vitest'
import type { SvmRecord } from '../../localnet/svm/SvmState.ts'
import { LOCAL_GENESIS, LOCAL_HOOK_PROGRAM as HOOK } from '../../localnet/svm/startSvm.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { LotteryLive } from '../../schema/lottery/reads.ts'
import { createLotteryInbox } from '../../functions/lottery/store/lotteryInbox.ts'
import { startIngestNet } from './startIngestNet.ts'
import {
  buyLogs,
  data,
  invocation,
  LINKED_BUYER,
  newKey,
  pushed,
  recorded,
  relayedBytes,
  ticketBytes,
} from './svmTransactions.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startIngestNet())

const live = async () => {
  const text = await (await fetch(`${net.sockets['lottery']}/v1/lottery/live`)).text()
  return { text, ...LotteryLive.parse(JSON.parse(text).data) }
}
/** Tickets of every status: pending, without an account, repeated, unreadable. */
const records = (): SvmRecord[] => [
  recorded(buyLogs({ amount: 5n })),
  recorded(buyLogs({ buyer: newKey() })),
  recorded(invocation(HOOK, 1, [data(ticketBytes()), data(relayedBytes())])),
  recorded(invocation(HOOK, 1, [data(ticketBytes({ amount: 0n }))])),
]
async function ingest(all: readonly SvmRecord[]): Promise<void> {
  for (const transaction of all) net.svm.record(transaction)
  expect((await net.deliver(pushed(...all))).status).toBe(200)
}
const counted = async () =>
  Object.fromEntries(
    (await net.all<{ status: string; n: number }>('select status, n from lottery_inbox_counts')).map(
      ({ status, n }) => [status, n],
    ),
  )
const present = async () =>
  Object.fromEntries(
    (
      await net.all<{ status: string; n: number }>('select status, count(*) n from lottery_entry_inbox group by status')
    ).map(({ status, n }) => [status, n]),
  )

describe('the inbox of the live view', () => {
  test('is empty at first, with the cursor of the pull', async () => {
    const { inbox, missing } = await live()
    expect(inbox).toMatchObject({
      counts: { pending: 0, confirmed: 0, quarantined: 0, skippedIdentity: 0, skippedReemit: 0 },
      oldestPendingAgeSec: null,
      lastConfirmedAt: null,
      winnerSettlement: null,
    })
    expect(missing).toMatchObject({
      'inbox.lastConfirmedAt': 'nothing_is_settled_here',
      'inbox.winnerSettlement': 'nothing_is_settled_here',
    })
  })

  test('counts tickets by status, however often they are delivered, and hides their owners', async () => {
    const all = records()
    for (let i = 0; i < 3; i++) await ingest(all)
    const last = all.at(-1)
    if (!last) throw new Error('there are no tickets')
    await net.pulled(last)
    await expect
      .poll(async () => (await live()).inbox?.counts)
      .toMatchObject({
        pending: 1,
        skippedIdentity: 1,
        skippedReemit: 1,
        quarantined: 1,
        leased: 0,
        confirmed: 0,
      })
    const { inbox, text, health } = await live()
    expect(inbox?.cursor?.lastSlot).toMatch(/^[0-9]+$/)
    expect(health).toMatchObject({ status: 'degraded' })
    expect(health.reasons).toContain('inbox_quarantined')
    for (const secret of [LINKED_BUYER, 'profile-voter']) expect(text).not.toContain(secret)
    expect(text).not.toContain(addressOf('admin').slice(2).toLowerCase())
  })

  test('a ticket that has waited for more than a quarter of an hour is a degradation', async () => {
    const age = (seconds: number) =>
      net.all("update lottery_entry_inbox set created_at = unixepoch() - ? where status = 'pending'", seconds)
    const aged = async (seconds: number) => {
      await age(seconds)
      // An answer is kept for a block.
      return vi.waitUntil(
        async () => {
          const { inbox, health } = await live()
          return (inbox?.oldestPendingAgeSec ?? 0) >= seconds && health
        },
        { timeout: 45_000 },
      )
    }
    expect((await aged(600)).reasons).not.toContain('inbox_pending_old')
    expect(await aged(901)).toMatchObject({
      status: 'degraded',
      reasons: expect.arrayContaining(['inbox_pending_old']),
    })
  })
})

describe('the counts', () => {
  test('are what the rows come to, however many deliver the same at once', async () => {
    const all = Array.from({ length: 5 }, records).flat()
    for (const transaction of all) net.svm.record(transaction)
    const answers = await Promise.all(Array.from({ length: 10 }, () => net.deliver(pushed(...all))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await counted()).toEqual(await present())
    expect((await counted())['pending']).toBeGreaterThanOrEqual(6)
  })

  test('are read without reading the rows: one for each status, and the oldest that waits', async () => {
    const d1 = await net.database()
    const statements: string[] = []
    const recording = new Proxy(d1, {
      get(target, name) {
        if (name === 'prepare') return (text: string) => (statements.push(text), target.prepare(text))
        return name === 'batch' ? target.batch.bind(target) : Reflect.get(target, name)
      },
    })
    await createLotteryInbox(recording, { genesis: LOCAL_GENESIS, program: HOOK }).standing()
    expect(statements).toHaveLength(3)
    for (const statement of statements) {
      const values = Array.from(statement.matchAll(/\?/g), () => 1)
      const { results } = await d1
        .prepare(`explain query plan ${statement}`)
        .bind(...values)
        .all<{ detail: string }>()
      for (const { detail } of results) expect(detail, statement).toMatch(/^SEARCH .* USING /)
    }
  })
})
