import { and, asc, count, desc, eq, inArray, isNotNull, isNull, max, min, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { feedbackIndex as rows, feedbackProjections as projections, feedbackResponses } from '../../drizzle/feedback.ts'
import { lower } from '../text/address.ts'
import { openDatabase } from './database.ts'
import { limbSums, sumOfLimbs } from './sortable.ts'

/** One agent's feedback in one registry on one chain. */
export interface FeedbackOf {
  readonly chain: number
  readonly registry: Address
  /** uint256 in decimal. */
  readonly agentId: string
}

/** Filter of an agent's feedback; tags are compared exactly, and an empty tag matches any. */
export interface FeedbackFilter {
  readonly client?: Address | undefined
  readonly tag1: string
  readonly tag2: string
  readonly includeRevoked: boolean
}

export type FeedbackRow = typeof rows.$inferSelect
export type ResponseRow = typeof feedbackResponses.$inferSelect

/** How many values have these decimals, and the sum of their ratings in units of 10^-18. */
export interface DecimalsSum {
  readonly decimals: number
  readonly count: number
  readonly sum: bigint
}

/** Most first tags whose feedback is summed by itself: anyone can write a new one. */
export const MOST_TAGS = 20

/** Sums that a summary is made from; exact for any number of rows. */
export interface FeedbackSums {
  readonly byDecimals: readonly DecimalsSum[]
  /** The same for each of the first tags that most feedback has, MOST_TAGS of them. */
  readonly byTag: readonly (DecimalsSum & { readonly tag1: string })[]
  readonly clients: number
  /** Pieces of feedback of the client that gave most. */
  readonly top: number
}

export interface FeedbackHistory {
  readonly total: number
  readonly revoked: number
  /** Unix seconds; null without feedback. */
  readonly first: number | null
  readonly last: number | null
}

/** A page of the index: sorted by time or by rating, then by place in the chain. */
export interface PageOrder {
  readonly by: 'created_at' | 'value'
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** The block that rows are as of. */
export interface WholeBlock {
  readonly block: number
  /** Unix seconds. */
  readonly time: number
}

/** Rows of the index, and the block that all of them are as of, read together. */
export type AsOfBlock<T> = T & WholeBlock

export type FeedbackRows = ReturnType<typeof createFeedbackRows>

const sumOf = <T extends { readonly limbs: string; readonly count: number }>({ limbs, ...one }: T) => ({
  ...one,
  sum: sumOfLimbs(limbs.split(' '), one.count),
})

/**
 * Reads the projection of feedback. Each answer comes with the block that it is as of, in one transaction; null while
 * the projection is of no block.
 */
export function createFeedbackRows(d1: D1Database) {
  const { orm } = openDatabase(d1)
  const isAgents = (table: typeof rows | typeof feedbackResponses, of: FeedbackOf) =>
    and(eq(table.chain, of.chain), eq(table.registry, lower(of.registry)), eq(table.agentId, of.agentId))
  const isWanted = (of: FeedbackOf, { client, tag1, tag2, includeRevoked }: FeedbackFilter) =>
    and(
      isAgents(rows, of),
      client && eq(rows.client, lower(client)),
      tag1 === '' ? undefined : eq(rows.tag1, tag1),
      tag2 === '' ? undefined : eq(rows.tag2, tag2),
      includeRevoked ? undefined : isNull(rows.revokedBlock),
    )
  const whole = ({ chain, registry }: Pick<FeedbackOf, 'chain' | 'registry'>) =>
    orm
      .select({ block: projections.block, time: projections.time })
      .from(projections)
      .where(
        and(eq(projections.chain, chain), eq(projections.registry, lower(registry)), eq(projections.isWhole, true)),
      )
  const asOf = <T extends object>(at: readonly WholeBlock[], found: T): AsOfBlock<T> | null =>
    at[0] ? { ...found, ...at[0] } : null

  return {
    /** The block that all rows of a registry are as of, on the chain with this id that was seen last, and its row. */
    async reached(chainId: number, registry: Address): Promise<(WholeBlock & { readonly chain: number }) | null> {
      const last = sql`(select id from chains where chain_id = ${chainId} order by checked_at desc, id desc limit 1)`
      const [found] = await orm
        .select({ chain: projections.chain, block: projections.block, time: projections.time })
        .from(projections)
        .where(
          and(
            sql`${projections.chain} = ${last}`,
            eq(projections.registry, lower(registry)),
            eq(projections.isWhole, true),
          ),
        )
      return found ?? null
    },

    /** A page, and how many there are in all. */
    async page(
      of: FeedbackOf,
      filter: FeedbackFilter,
      page: PageOrder,
    ): Promise<AsOfBlock<{ rows: FeedbackRow[]; total: number }> | null> {
      const direction = page.order === 'asc' ? asc : desc
      const by = [...(page.by === 'value' ? [rows.rating] : []), rows.blockNumber, rows.logIndex]
      const [at, found, [all]] = await orm.batch([
        whole(of),
        orm
          .select()
          .from(rows)
          .where(isWanted(of, filter))
          .orderBy(...by.map((column) => direction(column)))
          .limit(page.limit)
          .offset(page.offset),
        orm.select({ total: count() }).from(rows).where(isWanted(of, filter)),
      ])
      return asOf(at, { rows: found, total: all?.total ?? 0 })
    },

    /** The given pieces of feedback that the index has. */
    async named(
      of: FeedbackOf,
      keys: readonly { readonly client: Address; readonly feedbackIndex: number }[],
    ): Promise<AsOfBlock<{ rows: FeedbackRow[] }> | null> {
      const json = JSON.stringify(keys.map(({ client, feedbackIndex }) => [lower(client), feedbackIndex]))
      const isNamed = sql`(${rows.client}, ${rows.feedbackIndex}) in
        (select value ->> 0, value ->> 1 from json_each(${json}))`
      const [at, found] = await orm.batch([
        whole(of),
        orm
          .select()
          .from(rows)
          .where(and(isAgents(rows, of), isNamed)),
      ])
      return asOf(at, { rows: found })
    },

    /** The first clients whose feedback has this number. */
    async clientsOf(
      of: FeedbackOf,
      feedbackIndex: number,
      most: number,
    ): Promise<AsOfBlock<{ clients: Address[] }> | null> {
      const [at, found] = await orm.batch([
        whole(of),
        orm
          .select({ client: rows.client })
          .from(rows)
          .where(and(isAgents(rows, of), eq(rows.feedbackIndex, feedbackIndex)))
          .orderBy(asc(rows.blockNumber), asc(rows.logIndex))
          .limit(most),
      ])
      return asOf(at, { clients: found.map(({ client }) => client) })
    },

    /** The sums of all that is not revoked, however much that is. */
    async sums(of: FeedbackOf, wanted: FeedbackFilter): Promise<AsOfBlock<FeedbackSums> | null> {
      const filter = { ...wanted, includeRevoked: false }
      const limbs = sql<string>`${sql.raw(limbSums('rating').join(` || ' ' || `))}`
      const sums = { decimals: rows.valueDecimals, count: count(), limbs }
      const mostTags = orm
        .select({ tag1: rows.tag1 })
        .from(rows)
        .where(isWanted(of, filter))
        .groupBy(rows.tag1)
        .orderBy(desc(count()), asc(rows.tag1))
        .limit(MOST_TAGS)
      const [at, byDecimals, byTag, [top]] = await orm.batch([
        whole(of),
        orm.select(sums).from(rows).where(isWanted(of, filter)).groupBy(rows.valueDecimals),
        orm
          .select({ tag1: rows.tag1, ...sums })
          .from(rows)
          .where(and(isWanted(of, filter), inArray(rows.tag1, mostTags)))
          .groupBy(rows.tag1, rows.valueDecimals),
        orm
          .select({ top: count(), clients: sql<number>`count(*) over ()` })
          .from(rows)
          .where(isWanted(of, filter))
          .groupBy(rows.client)
          .orderBy(desc(count()))
          .limit(1),
      ])
      return asOf(at, {
        byDecimals: byDecimals.map(sumOf),
        byTag: byTag.map(sumOf),
        clients: top?.clients ?? 0,
        top: top?.top ?? 0,
      })
    },

    /** How much there is and since when, revoked or not, and the newest responses. */
    async history(
      of: FeedbackOf,
      filter: FeedbackFilter,
      most: { readonly responses: number },
    ): Promise<AsOfBlock<FeedbackHistory & { responses: ResponseRow[] }> | null> {
      const every = isWanted(of, { ...filter, includeRevoked: true })
      const [at, [all], [revoked], responses] = await orm.batch([
        whole(of),
        orm
          .select({ total: count(), first: min(rows.blockTime), last: max(rows.blockTime) })
          .from(rows)
          .where(every),
        orm
          .select({ n: count() })
          .from(rows)
          .where(and(every, isNotNull(rows.revokedBlock))),
        orm
          .select()
          .from(feedbackResponses)
          .where(isAgents(feedbackResponses, of))
          .orderBy(desc(feedbackResponses.blockNumber), desc(feedbackResponses.logIndex))
          .limit(most.responses),
      ])
      const { total = 0, first = null, last = null } = all ?? {}
      return asOf(at, { total, first, last, revoked: revoked?.n ?? 0, responses })
    },
  }
}
