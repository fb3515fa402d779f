import { vi } from 'vitest'
import { startSvm } from '../../localnet/svm/startSvm.ts'
import type { SvmRecord } from '../../localnet/svm/SvmState.ts'
import { killRuntimes, runtimes } from '../support/killRuntimes.ts'
import { startLocalnet } from '../support/localnet.ts'
import { patiently } from '../support/patiently.ts'

export type IngestNet = Awaited<ReturnType<typeof startIngestNet>>

export const SECRET = 'the node provider’s secret, as long as it must be'
export const PREVIOUS = 'the secret before that one, in force for a while'

/** A row of the inbox, as far as tests look at it. */
export interface InboxRow {
  readonly source_event_id: string
  readonly signature: string
  readonly status: string
  readonly quarantine_reason: string | null
  readonly instruction_kind: string
  readonly amount_raw: string | null
  readonly buyer_svm: string | null
  readonly creator_mint: string | null
  readonly profile_id: string | null
  readonly beneficiary_wallet: string | null
}

/** The lottery family with a node of the other chain beside it. */
export async function startIngestNet({ inWorkerd = false } = {}) {
  const svm = await startSvm()
  const others = await runtimes()
  const net = await startLocalnet({
    families: ['lottery'],
    variables: {
      ...svm.variables,
      LOTTERY_INGEST_SECRET: ascii(SECRET),
      LOTTERY_INGEST_SECRET_PREVIOUS: ascii(PREVIOUS),
    },
    inWorkerd,
    followsBlocks: false,
  })
  const url = `${net.sockets['lottery']}/v1/lottery/ingest-webhook`
  // Opened each time: a runtime that was killed needs a new one.
  async function all<T>(sql: string, ...values: unknown[]): Promise<T[]> {
    const d1 = await net.database()
    const { results } = await d1
      .prepare(sql)
      .bind(...values)
      .all<T>()
    return results
  }
  return {
    ...net,
    svm,
    url,
    all,
    /** Delivers as the provider does. */
    deliver: (delivery: unknown, headers: Readonly<Record<string, string>> = { authorization: ascii(SECRET) }) =>
      patiently(() =>
        fetch(url, {
          method: 'POST',
          body: typeof delivery === 'string' ? delivery : JSON.stringify(delivery),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
    rows: (...signatures: readonly string[]) =>
      all<InboxRow>(
        'select * from lottery_entry_inbox where signature in (select value from json_each(?)) order by source_event_id',
        JSON.stringify(signatures),
      ),
    /** Transactions that wait for finality. */
    waiting: () =>
      all<{ signature: string; attempts: number; next_try: number; last_error: string }>(
        'select * from lottery_ingest_pending order by signature',
      ),
    /** Lets what waits be due. */
    makeDue: () => all('update lottery_ingest_pending set next_try = 0'),
    cursor: async () =>
      (
        await all<{ last_signature: string | null; walk_before: string | null }>('select * from lottery_ingest_cursor')
      )[0],
    /** Runs the lottery's schedule once. */
    sweep: () => net.runSchedule('lottery'),
    /** Until the pull has dealt with all that is there. */
    async pulled(last: SvmRecord): Promise<void> {
      await vi.waitUntil(
        async () => {
          await this.sweep()
          return (await this.cursor())?.last_signature === last.signature
        },
        { timeout: 45_000 },
      )
    },
    /** Ends the Workers' process at once, as a power cut would. */
    kill: () => killRuntimes(others),
    /** Until the Workers answer again. */
    answering: () =>
      vi.waitUntil(async () => (await fetch(url).catch(() => undefined))?.status === 405, { timeout: 45_000 }),
    async stop() {
      await net.stop()
      await svm.stop()
    },
  }
}

/** Header values are Latin-1. */
export const ascii = (text: string): string => text.replaceAll('’', "'")
