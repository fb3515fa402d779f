import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSvmNode } from '../../functions/lottery/ingest/createSvmNode.ts'
import { ingestSignatures, type Ingest } from '../../functions/lottery/ingest/ingestSignatures.ts'
import { pullTickets } from '../../functions/lottery/ingest/pullTickets.ts'
import { LOCAL_GENESIS, LOCAL_HOOK_PROGRAM as HOOK, startSvm, type Svm } from '../../localnet/svm/startSvm.ts'
import { createLotteryInbox, type LotteryInbox } from '../../functions/lottery/store/lotteryInbox.ts'
import { buyLogs, newSignature, recorded } from './svmTransactions.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

let svm: Svm
let inbox: LotteryInbox
let ingest: Ingest
const d1 = prepared(() => migratedD1())
beforeEach(async () => {
  for (const table of ['lottery_entry_inbox', 'lottery_ingest_seen', 'lottery_ingest_pending', 'lottery_ingest_cursor'])
    await d1.prepare(`delete from ${table}`).run()
  svm = await startSvm()
  inbox = createLotteryInbox(d1, { genesis: LOCAL_GENESIS, program: HOOK })
  ingest = { node: nodeOf(svm.url), inbox, program: HOOK, now: Date.now }
})
afterEach(() => svm.stop())

const nodeOf = (...urls: readonly string[]) => createSvmNode({ urls, genesis: LOCAL_GENESIS, program: HOOK })
const put = (count: number) =>
  Array.from({ length: count }, () => {
    const transaction = recorded(buyLogs({}))
    svm.record(transaction)
    return transaction.signature
  })
const stored = async () =>
  (await d1.prepare('select signature from lottery_entry_inbox').all<{ signature: string }>()).results.map(
    ({ signature }) => signature,
  )

test('a history longer than a run reads is walked over several, from its oldest end, without a gap', async () => {
  const all = put(40)
  const bounds = { pages: 2, page: 5, transactions: 7 }
  const seen: number[] = []
  for (let run = 0; run < 60 && seen.at(-1) !== 40; run++) {
    await pullTickets(ingest, bounds)
    const found = await stored()
    // The stored part is always the oldest.
    expect(new Set(found)).toEqual(new Set(all.slice(0, found.length)))
    seen.push(found.length)
  }
  expect(seen.at(-1)).toBe(40)
  expect(Math.max(...svm.requests.map((methods) => methods.length))).toBeLessThanOrEqual(8)
  expect(await inbox.cursor()).toMatchObject({ lastSignature: all.at(-1), walkBefore: null })
})

test('what comes while it walks is read after, and nothing twice', async () => {
  const first = put(23)
  const bounds = { pages: 2, page: 5, transactions: 50 }
  await pullTickets(ingest, bounds)
  const second = put(12)
  for (let run = 0; run < 12; run++) await pullTickets(ingest, bounds)
  const found = await stored()
  expect(found).toHaveLength(35)
  expect(new Set(found)).toEqual(new Set([...first, ...second]))
  const requests = svm.requests.flat().filter((method) => method === 'getTransaction')
  expect(requests).toHaveLength(35)
})

test('two runs at once move the cursor one way only', async () => {
  const all = put(30)
  await Promise.all(Array.from({ length: 5 }, () => pullTickets(ingest, { pages: 3, page: 50, transactions: 50 })))
  expect(await stored()).toHaveLength(30)
  await pullTickets(ingest)
  expect((await inbox.cursor()).lastSignature).toBe(all.at(-1))
})

test('a failing node leaves the cursor where it is', async () => {
  const [first] = put(1)
  await pullTickets(ingest)
  put(3)
  svm.fail(503)
  await expect(pullTickets(ingest)).rejects.toMatchObject({ code: 'upstream_failed' })
  expect((await inbox.cursor()).lastSignature).toBe(first)
})

test('a node of another chain is not believed; the next one is called', async () => {
  const genesis = newSignature().slice(0, 43)
  const other = await startSvm({ genesis })
  try {
    const forged = recorded(buyLogs({ amount: 999n }))
    other.record(forged)
    const { unavailable } = await ingestSignatures([forged.signature], { ...ingest, node: nodeOf(other.url) })
    expect(unavailable).toEqual([forged.signature])
    expect(await stored()).toEqual([])
    expect(await inbox.due(Math.floor(Date.now() / 1000) + 60, 10)).toEqual([forged.signature])

    const [real] = put(1)
    const both = { ...ingest, node: nodeOf(other.url, svm.url) }
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect((await ingestSignatures([real ?? ''], both)).inserted).toBe(1)
    expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toMatchObject({
      event: 'upstream_failure',
      chainId: LOCAL_GENESIS,
      answeredChainId: genesis,
    })
    warn.mockRestore()
  } finally {
    await other.stop()
  }
})

test('rows of another program or chain stay apart', async () => {
  const [signature = ''] = put(1)
  await ingestSignatures([signature], ingest)
  const elsewhere = createLotteryInbox(d1, { genesis: LOCAL_GENESIS, program: newSignature().slice(0, 43) })
  expect((await elsewhere.known([signature])).size).toBe(0)
  expect((await inbox.known([signature])).size).toBe(1)
})
