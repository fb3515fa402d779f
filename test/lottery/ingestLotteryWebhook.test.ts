import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { LOCAL_GENESIS, LOCAL_HOOK_PROGRAM as HOOK } from '../../localnet/svm/startSvm.ts'
import type { SvmRecord } from '../../localnet/svm/SvmState.ts'
import { envelope } from '../../schema/common.ts'
import { LotteryIngest } from '../../schema/lottery/ingest.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { ascii, PREVIOUS, SECRET, startIngestNet } from './startIngestNet.ts'
import {
  buyLogs,
  data,
  invocation,
  LINKED_BUYER,
  MINT,
  newKey,
  newSignature,
  OTHER_PROGRAM,
  pushed,
  recorded,
  relayedBytes,
  ticketBytes,
} from './svmTransactions.ts'
import { useNet } from '../support/useNet.ts'

const random = seeded('deliveries')
const net = useNet(() => startIngestNet())
beforeEach(() => {
  net.svm.fail(undefined)
})

const put = (transaction: SvmRecord): SvmRecord => {
  net.svm.record(transaction)
  return transaction
}
const record = (...transactions: readonly SvmRecord[]) => transactions.map(put)
const accepted = async (delivery: unknown) => {
  const response = await net.deliver(delivery)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return envelope(LotteryIngest).parse(JSON.parse(text)).data
}
/** As the provider does: once more where the answer says so. */
async function delivered(delivery: unknown): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await net.deliver(delivery)
    if (response.status !== 503 || tries === 4) return response
  }
}
const code = async (response: Response) => [response.status, response.headers.get('x-error-code')]

describe('happy', () => {
  test('a ticket of a linked wallet waits for its entry, whatever else the delivery claims', async () => {
    const transaction = put(recorded(buyLogs({ amount: 5n })))
    expect(await accepted(pushed(transaction))).toMatchObject({ received: 1, resolved: 1, inserted: 1, duplicates: 0 })
    expect(await net.rows(transaction.signature)).toMatchObject([
      {
        source_event_id: `${LOCAL_GENESIS}:${HOOK}:${transaction.signature}:0:0`,
        status: 'pending',
        instruction_kind: 'buy_path',
        creator_mint: MINT,
        buyer_svm: LINKED_BUYER,
        amount_raw: '5',
        profile_id: 'profile-voter',
        beneficiary_wallet: addressOf('voter').toLowerCase(),
      },
    ])
  })

  test('a ticket of a wallet that nobody linked is kept, and is for nobody', async () => {
    const transaction = put(recorded(buyLogs({ buyer: newKey() })))
    await accepted(pushed(transaction))
    expect(await net.rows(transaction.signature)).toMatchObject([
      { status: 'skipped_identity', profile_id: null, beneficiary_wallet: null },
    ])
  })

  test('tickets that a relay repeats are kept, and never counted', async () => {
    const logs = invocation(HOOK, 1, [data(ticketBytes()), data(relayedBytes())])
    const transaction = put(recorded(logs))
    expect(await accepted(pushed(transaction))).toMatchObject({ inserted: 1, skippedReemit: 1 })
    expect((await net.rows(transaction.signature)).map(({ status }) => status)).toEqual(['skipped_reemit'])
  })

  test('failed transactions, and those without a ticket, are processed permanently', async () => {
    const failed = recorded(buyLogs({}), { err: { InstructionError: [0, { Custom: 6000 }] } })
    const stranger = recorded(buyLogs({}), { accountKeys: [newKey(), OTHER_PROGRAM] })
    const quiet = recorded(invocation(HOOK, 1, []))
    record(failed, stranger, quiet)
    expect(await accepted(pushed(failed, stranger, quiet))).toMatchObject({
      resolved: 3,
      inserted: 0,
      failedTx: 1,
      ignored: 2,
    })
    expect(await accepted(pushed(failed, stranger, quiet))).toMatchObject({ resolved: 3, known: 3, failedTx: 0 })
    expect(await net.rows(failed.signature, stranger.signature, quiet.signature)).toEqual([])
  })

  test('versioned transactions may bring the program by a look-up table', async () => {
    const transaction = put(
      recorded(buyLogs({}), { version: 0, accountKeys: [newKey()], loadedAddresses: [OTHER_PROGRAM, HOOK] }),
    )
    expect(await accepted({ signature: transaction.signature })).toMatchObject({ inserted: 1 })
  })

  test('a hundred transactions take as many requests as it takes to ask for 25 at once', async () => {
    const many = record(...Array.from({ length: 100 }, () => recorded(buyLogs({}, {}))))
    const before = net.svm.requests.length
    expect(await accepted(pushed(...many))).toMatchObject({ received: 100, inserted: 200 })
    const own = net.svm.requests
      .slice(before)
      .filter((methods) => methods.filter((m) => m === 'getTransaction').length > 1)
    expect(own.length).toBeGreaterThanOrEqual(4)
    expect(own.every((methods) => methods[0] === 'getGenesisHash' && methods.length === 26)).toBe(true)
  })

  test('nothing is a delivery too', async () => {
    expect(await accepted([])).toMatchObject({ received: 0, resolved: 0 })
  })
})

describe('error', () => {
  test('transactions that are not final are requested again, and kept for the sweep; the rest is stored', async () => {
    const final = recorded(buyLogs({}))
    const young = recorded(buyLogs({}), { commitment: 'confirmed' })
    record(final, young)
    const response = await net.deliver(pushed(young, final))
    expect(await code(response)).toEqual([503, 'finalized_transaction_unavailable'])
    expect(response.headers.get('retry-after')).toBe('15')
    expect(await net.rows(final.signature, young.signature)).toHaveLength(1)
    expect(await net.waiting()).toMatchObject([
      { signature: young.signature, attempts: 1, last_error: 'not_finalized' },
    ])

    await net.makeDue()
    const swept = Math.floor(Date.now() / 1000)
    await net.sweep()
    const [again] = await net.waiting()
    expect(again?.attempts).toBe(2)
    // 15 s doubled once, from the sweep.
    expect(again?.next_try).toBeGreaterThanOrEqual(swept + 30)
    expect(again?.next_try).toBeLessThanOrEqual(Date.now() / 1000 + 30)

    net.svm.record({ ...young, commitment: 'finalized' })
    await net.makeDue()
    await net.sweep()
    expect(await net.waiting()).toEqual([])
    expect(await net.rows(young.signature)).toHaveLength(1)
    expect(await accepted(pushed(young, final))).toMatchObject({ known: 2 })
  })

  test('a node in trouble loses nothing that was delivered', async () => {
    const transaction = put(recorded(buyLogs({})))
    for (const status of [500, 429]) {
      net.svm.fail(status)
      expect(await code(await net.deliver(pushed(transaction)))).toEqual([503, 'finalized_transaction_unavailable'])
    }
    expect((await net.waiting()).map(({ signature }) => signature)).toEqual([transaction.signature])
    net.svm.fail(undefined)
    expect(await accepted(pushed(transaction))).toMatchObject({ inserted: 1 })
    expect(await net.waiting()).toEqual([])
  })

  test('a node that keeps no logs is no source of tickets', async () => {
    const transaction = put(recorded([], { logMessages: null }))
    expect(await code(await net.deliver(pushed(transaction)))).toEqual([503, 'finalized_transaction_unavailable'])
    expect(await net.waiting()).toMatchObject([{ last_error: 'no_logs' }])
    net.svm.record({ ...transaction, logMessages: buyLogs({}) })
    await accepted(pushed(transaction))
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['an item without a signature', [{}]],
    ['101 transactions', Array.from({ length: 101 }, () => ({ signature: newSignature() }))],
  ])('%s is refused, and changes nothing', async (_, delivery) => {
    const response = await net.deliver(delivery)
    expect(response.status).toBe(400)
    expect(await net.waiting()).toEqual([])
  })

  test('a megabyte is the most', async () => {
    const item = JSON.stringify({ signature: newSignature(), pad: '' })
    const of = (size: number) => item.replace('"pad":""', `"pad":"${'x'.repeat(size - item.length)}"`)
    expect((await net.deliver(of(1_048_577))).status).toBe(413)
    expect((await net.deliver(of(1_048_576))).status).toBe(503)
    await net.all('delete from lottery_ingest_pending')
  })
})

describe('security', () => {
  test.each([
    ['the secret', ascii(SECRET)],
    ['the secret as a bearer token', `Bearer ${ascii(SECRET)}`],
    ['the one before, during a rotation', `bearer ${ascii(PREVIOUS)}`],
  ])('takes %s', async (_, authorization) => {
    expect((await net.deliver([], { authorization })).status).toBe(200)
  })

  test.each([
    ['the secret cut short', { authorization: ascii(SECRET).slice(0, -1) }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['a cookie', { cookie: `session=${encodeURIComponent(SECRET)}` }],
  ])('refuses %s without a look at the delivery', async (_, headers) => {
    expect(await code(await net.deliver('{', { ...headers }))).toEqual([401, 'unauthenticated'])
  })

  test('tickets that another program forged do not come in', async () => {
    const inner = invocation(HOOK, 1, invocation(OTHER_PROGRAM, 2, [data(ticketBytes())]))
    const outer = invocation(OTHER_PROGRAM, 1, [data(ticketBytes()), ...invocation(HOOK, 2, [])])
    const text = invocation(OTHER_PROGRAM, 1, [
      `Program log: Program ${HOOK} invoke [2]`,
      'Program log: invoke [2]',
      `Program log: ${data(ticketBytes())}`,
    ])
    const forged = record(recorded(inner), recorded(outer), recorded(text))
    expect(await accepted(pushed(...forged))).toMatchObject({ inserted: 0, ignored: 3 })
  })

  test('what cannot be read is quarantined, each with its reason', async () => {
    const cut = data(ticketBytes()).slice(0, -3)
    const short = data(ticketBytes().subarray(0, 91))
    const odd = put(recorded(invocation(HOOK, 1, [cut, short, data(ticketBytes({ amount: 0n })), data(ticketBytes())])))
    const truncated = put(
      recorded([
        ...invocation(HOOK, 1, [data(ticketBytes())]),
        `Program ${HOOK} invoke [1]`,
        data(ticketBytes()),
        'Log truncated',
      ]),
    )
    await accepted(pushed(odd, truncated))
    const found = async (signature: string) =>
      (await net.rows(signature)).map((row) => [
        row.source_event_id.split(':').slice(-2).join(':'),
        row.status,
        row.quarantine_reason,
      ])
    expect(await found(odd.signature)).toEqual([
      ['0:0', 'quarantined', 'undecodable_data'],
      ['0:1', 'quarantined', 'malformed_event'],
      ['0:2', 'quarantined', 'zero_amount'],
      ['0:3', 'pending', null],
    ])
    expect(await found(truncated.signature)).toEqual([
      ['0:0', 'pending', null],
      ['1:-1', 'quarantined', 'logs_truncated'],
      ['1:0', 'quarantined', 'logs_truncated'],
    ])
  })

  test('an answer for another signature is no answer', async () => {
    const transaction = put(recorded(buyLogs({})))
    const unknown = newSignature()
    expect((await net.deliver([{ signature: unknown, transaction: pushed(transaction)[0] }])).status).toBe(503)
    expect(await net.rows(unknown, transaction.signature)).toEqual([])
    await net.all('delete from lottery_ingest_pending')
  })
})

describe('concurrency', () => {
  test(
    'a delivery that comes again in any order, in parts, and with repetitions, counts each event once',
    { timeout: 120_000 },
    async () => {
      const transactions = record(
        ...Array.from({ length: 12 }, (_, i) => recorded(buyLogs({ amount: BigInt(i + 1) }, {}))),
      )
      const shuffled = () => random.shuffled(transactions)
      const parts = () => {
        const [one, two] = [shuffled(), shuffled()]
        const cut = random.below(one.length)
        return [[...one.slice(0, cut), ...two.slice(0, 5)], one.slice(cut)]
      }
      const times = soak(25, 100)
      const answers = await Promise.all(
        Array.from({ length: times }, parts).flatMap((both) => both.map((part) => delivered(pushed(...part)))),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const reports = await Promise.all(
        answers.map(async (answer) => envelope(LotteryIngest).parse(await answer.json()).data),
      )
      expect(reports.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(24)
      const rows = await net.rows(...transactions.map(({ signature }) => signature))
      expect(rows).toHaveLength(24)
      expect(new Set(rows.map((row) => row.source_event_id)).size).toBe(24)
    },
  )
})

describe('the sweep', () => {
  test('finds transactions without a delivery, and does not pass unavailable ones', async () => {
    const first = recorded(buyLogs({}))
    record(first)
    await net.pulled(first)
    expect(await net.rows(first.signature)).toHaveLength(1)

    const [before, stuck, after] = [recorded(buyLogs({})), recorded([], { logMessages: null }), recorded(buyLogs({}))]
    record(before, stuck, after)
    await net.pulled(before)
    await net.sweep()
    expect((await net.cursor())?.last_signature).toBe(before.signature)

    net.svm.record({ ...stuck, logMessages: buyLogs({}) })
    await net.pulled(after)
    expect(await net.rows(before.signature, stuck.signature, after.signature)).toHaveLength(3)
  })

  test('and deliveries at once count each event once', async () => {
    const transactions = record(...Array.from({ length: 29 }, () => recorded(buyLogs({}))))
    const last = put(recorded(buyLogs({})))
    transactions.push(last)
    const runs = await Promise.all([
      ...Array.from({ length: 4 }, () => net.sweep()),
      ...Array.from({ length: 4 }, () => net.deliver(pushed(...transactions))),
    ])
    expect(runs).toHaveLength(8)
    await net.pulled(last)
    expect(await net.rows(...transactions.map(({ signature }) => signature))).toHaveLength(30)
  })

  test('forgets what is never final after a day, and what was dealt with after thirty', async () => {
    const never = newSignature()
    expect((await net.deliver({ signature: never })).status).toBe(503)
    const old = Math.floor(Date.now() / 1000) - 86_400
    await net.all('update lottery_ingest_pending set first_seen = ?', old - 5)
    await net.all('update lottery_ingest_seen set seen_at = ?', old - 30 * 86_400)
    const events = await net.all('select 1 from lottery_entry_inbox')
    await net.sweep()
    expect(await net.waiting()).toEqual([])
    expect(await net.all('select 1 from lottery_ingest_seen')).toEqual([])
    expect(await net.all('select 1 from lottery_entry_inbox')).toHaveLength(events.length)
  })

  test('forgets also while the node is down', async () => {
    net.svm.fail(500)
    try {
      expect((await net.deliver({ signature: newSignature() })).status).toBe(503)
      await net.all('update lottery_ingest_pending set first_seen = ?', Math.floor(Date.now() / 1000) - 86_405)
      await net.sweep()
      expect(await net.waiting()).toEqual([])
    } finally {
      net.svm.fail(undefined)
    }
  })
})
