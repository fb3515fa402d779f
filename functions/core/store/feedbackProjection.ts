import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import { feedbackIndex, feedbackProjections, feedbackResponses } from '../../../drizzle/feedback.ts'
import type { BlockMark, LogPosition } from '../../../shared/chain/IndexedLog.ts'
import { lower } from '../../../shared/text/address.ts'
import { jsonChunks, putRows, revisionIs, type Database } from '../../../shared/store/database.ts'
import { toSortableRating } from '../../../shared/store/sortable.ts'

interface Of {
  /** uint256 in decimal. */
  readonly agentId: string
  /** Lower case, as all addresses here. */
  readonly client: Address
  readonly feedbackIndex: number
}
interface At extends LogPosition {
  /** Unix seconds. */
  readonly blockTime: number
  readonly txHash: Hash
}

/** Changes by a range of a registry's logs. */
export interface FeedbackChanges {
  readonly given: (Of &
    At & {
      readonly value: bigint
      /** At most 18. */
      readonly valueDecimals: number
      readonly tag1: string
      readonly tag2: string
      /** Null if it was too long, as a URI. */
      readonly endpoint: string | null
      readonly feedbackUri: string | null
      readonly feedbackHash: Hash
      readonly omitted: readonly string[]
    })[]
  readonly revoked: (Of & { readonly block: number; readonly time: number })[]
  readonly responses: (Of &
    At & { readonly responder: Address; readonly responseUri: string | null; readonly responseHash: Hash })[]
}

type Projection = typeof feedbackProjections.$inferSelect

/** The state of the log index that a projection was made from: it is written only while that is still the state. */
interface Source {
  readonly chain: number
  readonly revision: number
}

/** Rows that one statement deletes when a projection starts over. */
const ROWS = 2000
/** `next_block` of a projection whose rows are being deleted. */
export const EMPTYING = -1

/**
 * Writes the projection of feedback (drizzle/feedback.ts). Every write is one batch whose statements all check the
 * revision of the log index and that of the projection: of two concurrent runs one writes, and a run that read logs
 * before a reorg was taken back writes nothing. The others get false.
 */
export function createFeedbackProjection({ orm, batch }: Database) {
  const isOf = (chain: number, registry: Address) => sql`chain = ${chain} and registry = ${lower(registry)}`
  const guardOf = ({ chain, registry, revision }: Projection, source: Source): SQL =>
    sql`${revisionIs(chain, source.revision)} and
      (select revision from feedback_projections where ${isOf(chain, registry)}) = ${revision}`
  const move = (of: Projection, to: Omit<Projection, 'chain' | 'registry' | 'revision'>, guard: SQL): SQL =>
    sql`update feedback_projections set next_block = ${to.nextBlock}, next_log = ${to.nextLog},
      is_whole = ${Number(to.isWhole)}, block = ${to.block}, time = ${to.time}, revision = revision + 1
      where ${isOf(of.chain, of.registry)} and ${guard}`

  return {
    /** How far a registry is projected; begins it if it has not been. */
    async open(chain: number, registry: Address): Promise<Projection> {
      const own = { chain, registry: lower(registry) }
      const isOwn = and(eq(feedbackProjections.chain, chain), eq(feedbackProjections.registry, own.registry))
      const none = { ...own, nextBlock: 0, nextLog: 0, isWhole: false, block: 0, time: 0, revision: 0 }
      const [, [row]] = await orm.batch([
        orm.insert(feedbackProjections).values(none).onConflictDoNothing(),
        orm.select().from(feedbackProjections).where(isOwn),
      ])
      return row ?? none
    },

    /** Applies changes and moves on; `whole` is the block that all rows are then as of, null if logs are missing. */
    async advance(
      of: Projection,
      source: Source,
      changes: FeedbackChanges,
      to: { readonly next: LogPosition; readonly whole: Omit<BlockMark, 'hash'> | null },
    ): Promise<boolean> {
      const { chain, registry } = of
      const guard = guardOf(of, source)
      const own = { chain, registry }
      const given = changes.given.map(({ value, omitted, ...row }) => ({
        ...own,
        ...row,
        value: String(value),
        rating: toSortableRating(value, row.valueDecimals),
        omitted: omitted.join(),
        revokedBlock: null,
        revokedTime: null,
        responses: 0,
        respondedTime: null,
      }))
      const keys = (rows: readonly Of[], more: (row: number) => readonly (number | undefined)[]) =>
        rows.map((row, i) => [row.agentId, row.client, row.feedbackIndex, ...more(i)])
      const isNamed = sql`feedback_index.chain = ${chain} and feedback_index.registry = ${registry}
        and feedback_index.agent_id = j.agent and feedback_index.client = j.client and feedback_index.feedback_index = j.n`
      const parts = await batch([
        ...putRows(feedbackIndex, given, guard),
        ...jsonChunks(keys(changes.revoked, (i) => [changes.revoked[i]?.block, changes.revoked[i]?.time])).map(
          (json) => sql`update feedback_index set revoked_block = j.block, revoked_time = j.time from
            (select value ->> 0 agent, value ->> 1 client, value ->> 2 n, value ->> 3 block, value ->> 4 time
              from json_each(${json})) j where ${isNamed} and ${guard}`,
        ),
        ...putRows(
          feedbackResponses,
          changes.responses.map((row) => ({ ...own, ...row })),
          guard,
        ),
        ...jsonChunks(keys(changes.responses, (i) => [changes.responses[i]?.blockTime])).map(
          (json) => sql`update feedback_index set responses = responses + j.more, responded_time = j.time from
            (select value ->> 0 agent, value ->> 1 client, value ->> 2 n, count(*) more, max(value ->> 3) time
              from json_each(${json}) group by 1, 2, 3) j where ${isNamed} and ${guard}`,
        ),
        move(
          of,
          {
            nextBlock: to.next.blockNumber,
            nextLog: to.next.logIndex,
            isWhole: to.whole !== null,
            block: to.whole?.number ?? of.block,
            time: to.whole?.time ?? of.time,
          },
          guard,
        ),
      ])
      return parts.at(-1) === 1
    },

    /** Deletes a part of the rows of a projection that must start over; once none is left, it begins again. */
    async restart(of: Projection, source: Source): Promise<boolean> {
      const { chain, registry } = of
      const guard = guardOf(of, source)
      const some = (table: typeof feedbackIndex | typeof feedbackResponses) =>
        sql`delete from ${table} where rowid in
          (select rowid from ${table} where ${isOf(chain, registry)} limit ${ROWS}) and ${guard}`
      const emptying = { ...of, nextBlock: EMPTYING, nextLog: 0, isWhole: false }
      const changes = await batch([some(feedbackIndex), some(feedbackResponses), move(of, emptying, guard)])
      if (changes.at(-1) !== 1) return false
      if (changes.slice(0, -1).some((n) => n === ROWS)) return true
      const moved = { ...of, revision: of.revision + 1 }
      const [begun] = await batch([move(moved, { ...emptying, nextBlock: 0 }, guardOf(moved, source))])
      return begun === 1
    },
  }
}

/**
 * Takes the projections of a chain back to a block, for the batch that takes back its logs; `ancestor` is null to delete
 * all.
 */
export function undoFeedback(chain: number, ancestor: BlockMark | null, guard: SQL): SQL[] {
  const kept = ancestor?.number ?? -1
  const isOfFeedback = sql`r.chain = f.chain and r.registry = f.registry and r.agent_id = f.agent_id
    and r.client = f.client and r.feedback_index = f.feedback_index`
  return [
    sql`update feedback_index as f set
      responses = responses - (select count(*) from feedback_responses r where ${isOfFeedback} and r.block_number > ${kept}),
      responded_time = (select block_time from feedback_responses r where ${isOfFeedback} and r.block_number <= ${kept}
        order by r.block_number desc limit 1)
      where (chain, registry, agent_id, client, feedback_index) in
        (select chain, registry, agent_id, client, feedback_index from feedback_responses
          where chain = ${chain} and block_number > ${kept}) and ${guard}`,
    sql`delete from feedback_responses where chain = ${chain} and block_number > ${kept} and ${guard}`,
    sql`update feedback_index set revoked_block = null, revoked_time = null
      where chain = ${chain} and revoked_block > ${kept} and ${guard}`,
    sql`delete from feedback_index where chain = ${chain} and block_number > ${kept} and ${guard}`,
    sql`update feedback_projections set next_block = ${kept + 1}, next_log = 0, is_whole = ${Number(ancestor !== null)},
      block = ${Math.max(0, kept)}, time = ${ancestor?.time ?? 0}, revision = revision + 1
      where chain = ${chain} and next_block > ${kept} and ${guard}`,
  ]
}
