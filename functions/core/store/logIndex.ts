import { and, desc, eq, lte, sql, type SQL } from 'drizzle-orm'
import type { Address, Hash, Hex } from 'viem'
import { chains, indexAddresses, indexBlocks, indexStreams } from '../../../drizzle/chains.ts'
import { logs } from '../../../drizzle/logs.ts'
import { jsonChunks, putRows, revisionIs, type Database } from '../../../shared/store/database.ts'
import { undoAuctions } from '../../../shared/store/auctions.ts'
import { createIndexStandings } from '../../../shared/store/indexStandings.ts'
import { undoVaultHours, hourOf } from '../../../shared/store/vaultHours.ts'
import { undoFeedback } from './feedbackProjection.ts'
import type { BlockMark, IndexedLog } from '../../../shared/chain/IndexedLog.ts'
import { lower } from '../../../shared/text/address.ts'

/** How far some addresses of a stream are indexed. */
export interface Cohort {
  readonly stream: string
  readonly cohort: number
  readonly topics: string
  readonly fromBlock: number
  readonly nextBlock: number
  /** Block `nextBlock - 1`; null before the first range. */
  readonly checkpoint: BlockMark | null
  readonly span: number
  readonly addresses: readonly Address[]
}

/** A chain's index as one run of the job reads it; `revision` guards what the run writes. */
export interface IndexState {
  readonly chain: number
  readonly revision: number
  readonly cohorts: readonly Cohort[]
}

type CohortKey = Pick<Cohort, 'stream' | 'cohort'>
export type Advance = CohortKey & Pick<Cohort, 'nextBlock' | 'span'> & { readonly checkpoint: BlockMark }

/**
 * Bookkeeping of the log index. Every write is one D1 batch whose statements all check the revision that the caller
 * read, and which increments it: of two concurrent runs one writes, and the other gets false and has changed nothing.
 */
export function createLogIndex(database: Database) {
  const { orm, batch } = database
  const guarded = async (chain: number, revision: number, statements: readonly SQL[]): Promise<boolean> => {
    const raise = sql`update chains set revision = revision + 1 where id = ${chain} and revision = ${revision}`
    return (await batch([...statements, raise])).at(-1) === 1
  }

  return {
    ...createIndexStandings(database),

    /** The row of this chain, created if there is none; records the head and the time of the look. */
    async openChain(at: { chainId: number; genesis: Hash; head: BlockMark; now: number }): Promise<number> {
      const seen = { headNumber: at.head.number, headTime: at.head.time, checkedAt: at.now }
      const [row] = await orm
        .insert(chains)
        .values({ chainId: at.chainId, genesis: at.genesis, ...seen })
        .onConflictDoUpdate({ target: [chains.chainId, chains.genesis], set: seen })
        .returning({ id: chains.id })
      if (!row) throw new Error('chains: upsert without a row')
      return row.id
    },

    async read(chain: number): Promise<IndexState> {
      const [[row], rows, members] = await orm.batch([
        orm.select({ revision: chains.revision }).from(chains).where(eq(chains.id, chain)),
        orm.select().from(indexStreams).where(eq(indexStreams.chain, chain)),
        orm.select().from(indexAddresses).where(eq(indexAddresses.chain, chain)),
      ])
      return {
        chain,
        revision: row?.revision ?? 0,
        cohorts: rows.map(({ checkpointHash: hash, checkpointTime: time, ...r }) => ({
          ...r,
          checkpoint: hash === null ? null : { number: r.nextBlock - 1, hash, time: time ?? 0 },
          addresses: members.flatMap((m) => (m.stream === r.stream && m.cohort === r.cohort ? [m.address] : [])),
        })),
      }
    },

    /** Adds a cohort, with its addresses, at its first block. */
    addCohort(state: IndexState, cohort: Omit<Cohort, 'nextBlock' | 'checkpoint'>, now: number): Promise<boolean> {
      const { chain, revision } = state
      const { stream, fromBlock, cohort: number } = cohort
      const members = cohort.addresses.map((address) => ({ chain, stream, address: lower(address), cohort: number }))
      return guarded(chain, revision, [
        sql`insert into index_streams (chain, stream, cohort, topics, from_block, next_block, span, updated_at)
          select ${chain}, ${stream}, ${number}, ${cohort.topics}, ${fromBlock}, ${fromBlock}, ${cohort.span}, ${now}
          where ${revisionIs(chain, revision)}`,
        ...putRows(indexAddresses, members, revisionIs(chain, revision)),
      ])
    },

    /** Resets a stream to its first block, with new topics; its rows stay, since they are idempotent by key. */
    restart(state: IndexState, stream: string, to: Pick<Cohort, 'topics' | 'fromBlock'>): Promise<boolean> {
      return guarded(state.chain, state.revision, [
        sql`update index_streams set topics = ${to.topics}, from_block = ${to.fromBlock}, next_block = ${to.fromBlock},
          checkpoint_hash = null, checkpoint_time = null
          where chain = ${state.chain} and stream = ${stream} and ${revisionIs(state.chain, state.revision)}`,
      ])
    },

    /** Moves the members of one cohort to another that is at the same block. */
    merge(state: IndexState, from: CohortKey, into: CohortKey): Promise<boolean> {
      const guard = revisionIs(state.chain, state.revision)
      return guarded(state.chain, state.revision, [
        sql`update index_addresses set cohort = ${into.cohort} where ${ofCohort(state.chain, from)} and ${guard}`,
        sql`delete from index_streams where ${ofCohort(state.chain, from)} and ${guard}`,
      ])
    },

    /**
     * Stores the logs of ranges, which end at `marks`, and advances their cohorts past them, together. `hourly` names the streams whose hours are
     * summed: the affected hours become stale in the same batch.
     */
    commit(
      state: IndexState,
      range: {
        logs: readonly IndexedLog[]
        advances: readonly Advance[]
        marks: readonly BlockMark[]
        hourly: ReadonlySet<string>
        now: number
      },
    ): Promise<boolean> {
      const { chain, revision } = state
      const guard = revisionIs(chain, revision)
      const rows = range.logs.map(({ topics, data, ...log }) => ({
        chain,
        ...log,
        address: lower(log.address),
        data: cut(data),
        topic0: topics[0] ?? null,
        topic1: topics[1] ?? null,
        topic2: topics[2] ?? null,
        topic3: topics[3] ?? null,
      }))
      const hours = range.logs
        .filter((l) => range.hourly.has(l.stream))
        .map((l) => [l.stream, lower(l.address), hourOf(l.blockTime), l.blockNumber])
      return guarded(chain, revision, [
        ...putRows(logs, rows, guard),
        ...jsonChunks(hours).map(
          (json) => sql`insert into log_hours (chain, stream, address, hour, first_block, last_block, stale)
          select ${chain}, value ->> 0, value ->> 1, value ->> 2, min(value ->> 3), max(value ->> 3), 1
          from json_each(${json}) where ${guard} group by 2, 3, 4
          on conflict do update set stale = 1, first_block = min(first_block, excluded.first_block),
          last_block = max(last_block, excluded.last_block)`,
        ),
        ...range.advances.map(
          (a) => sql`update index_streams set next_block = ${a.nextBlock},
          checkpoint_hash = ${a.checkpoint.hash}, checkpoint_time = ${a.checkpoint.time}, span = ${a.span},
          updated_at = ${range.now} where ${ofCohort(chain, a)} and ${guard}`,
        ),
        ...putRows(
          indexBlocks,
          range.marks.map((mark) => ({ chain, ...mark })),
          guard,
        ),
        sql`delete from index_blocks where chain = ${chain} and number < (select number from index_blocks
          where chain = ${chain} order by number desc limit 1 offset 255) and ${guard}`,
      ])
    },

    /** Keeps a narrower span for the next run, after a range that failed. */
    async keepSpan(chain: number, cohorts: readonly CohortKey[], span: number): Promise<void> {
      await batch(cohorts.map((c) => sql`update index_streams set span = ${span} where ${ofCohort(chain, c)}`))
    },

    /** Ends of ranges at or below a block, newest first. */
    async marksUpTo(chain: number, number: number, limit: number): Promise<BlockMark[]> {
      return orm
        .select({ number: indexBlocks.number, hash: indexBlocks.hash, time: indexBlocks.time })
        .from(indexBlocks)
        .where(and(eq(indexBlocks.chain, chain), lte(indexBlocks.number, number)))
        .orderBy(desc(indexBlocks.number))
        .limit(limit)
    },

    /**
     * Deletes everything above `ancestor` (everything, if null), in all streams and in what is projected from them, at
     * once, and sets their checkpoints there.
     */
    rollBack(state: IndexState, ancestor: BlockMark | null): Promise<boolean> {
      const { chain, revision } = state
      const guard = revisionIs(chain, revision)
      const kept = ancestor?.number ?? -1
      const since = ancestor ? hourOf(ancestor.time) : 0
      const streams = [...new Set(state.cohorts.map((c) => c.stream))]
      return guarded(chain, revision, [
        ...streams.flatMap((stream) => [
          sql`delete from logs where chain = ${chain} and stream = ${stream} and block_number > ${kept} and ${guard}`,
          sql`update log_hours set stale = 1 where chain = ${chain} and stream = ${stream} and hour >= ${since} and ${guard}`,
        ]),
        sql`delete from index_blocks where chain = ${chain} and number > ${kept} and ${guard}`,
        sql`update index_streams set next_block = max(from_block, ${kept + 1}),
          checkpoint_hash = iif(${kept + 1} < from_block, null, ${ancestor?.hash ?? null}),
          checkpoint_time = iif(${kept + 1} < from_block, null, ${ancestor?.time ?? null})
          where chain = ${chain} and next_block > ${kept + 1} and ${guard}`,
        sql`delete from agent_files where chain = ${chain} and block_number > ${kept} and ${guard}`,
        ...undoAuctions(chain, kept, guard),
        undoVaultHours(chain, ancestor, guard),
        ...undoFeedback(chain, ancestor, guard),
      ])
    },
  }
}

/** A row of D1 has at most 2 MB, and one that does not fit would hold up the index of all streams. */
const MAX_DATA = 1_900_000
const cut = (data: Hex): Hex => (data.length > MAX_DATA ? `0x${data.slice(2, MAX_DATA)}` : data)

const ofCohort = (chain: number, key: CohortKey): SQL =>
  sql`chain = ${chain} and stream = ${key.stream} and cohort = ${key.cohort}`
