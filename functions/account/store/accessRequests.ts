import { and, eq, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { accessRequests } from '../../../drizzle/access.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { lower } from '../../../shared/text/address.ts'
import { mayCreate } from '../../../shared/store/mayCreate.ts'
import { allow, decide } from './allowlist.ts'
import type { AdminAction } from './adminLog.ts'
import { fallingBy } from '../../../shared/store/openPage.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

export type AccessStatus = (typeof accessRequests.$inferSelect)['status']
export type AccessDecision = Exclude<AccessStatus, 'pending'>

/** A request for creator access; times in unix seconds. */
export interface AccessRequest {
  readonly id: number
  readonly wallet: Address
  readonly coin: Address | null
  readonly status: AccessStatus
  readonly createdAt: number
  readonly updatedAt: number
  readonly decidedAt: number | null
  readonly decidedBy: Address | null
  readonly note: string | null
}

/** Outcome of a request; `until` is when the wallet may ask again. */
export type RequestOutcome =
  | { readonly status: 'approved' }
  | { readonly status: 'pending'; readonly id: number }
  | { readonly status: 'denied'; readonly until: number }

/** How long a wallet may not ask after a denial. */
const COOL_DOWN = 86_400

export type AccessRequestStore = ReturnType<typeof createAccessRequests>

/** Requests for creator access, in D1. Every method throws store_unavailable. */
export function createAccessRequests(d1: D1Database) {
  const { all, batch, orm, transact } = openStoredDatabase(d1)

  return {
    /**
     * Stores or updates the one pending request of a wallet, unless the wallet has creator access or was denied within a day.
     * Without a `coin` the request keeps its coin; null removes it. `answer` is the one to a pending request, without `requestId`.
     * `now` in unix seconds.
     */
    async ask(
      wallet: Address,
      { coin, wallets, now }: { coin: Address | null | undefined; wallets: readonly Address[]; now: number },
      answer: KeptAnswer,
    ): Promise<RequestOutcome> {
      const address = lower(wallet)
      const denied = sql`(select max(reviewed_at) from access_requests where wallet_address = ${address}
        and status = 'denied' and reviewed_at > ${now - COOL_DOWN})`
      const kept = coin === undefined ? sql`access_requests.coin_address` : sql`excluded.coin_address`
      const requestId = sql`(select id from access_requests where wallet_address = ${address} and status = 'pending')`
      const [request] = await transact<{ id: number }>([
        sql`insert into access_requests (wallet_address, coin_address, created_at, updated_at)
        select ${address}, ${coin ? lower(coin) : null}, ${now}, ${now}
        where not ${mayCreate(wallets)} and ${denied} is null
        on conflict (wallet_address) where status = 'pending' do update set coin_address = ${kept}, updated_at = ${now}
        returning id`,
        ...keepAnswer(answer, { columns: { requestId } }),
      ])
      const pending = request?.rows[0]
      if (pending) return { status: 'pending', id: pending.id }
      const [standing] = await all<{ allowed: number; denied: number | null }>(
        sql`select ${mayCreate(wallets)} allowed, ${denied} denied`,
      )
      if (standing?.allowed) return { status: 'approved' }
      if (standing?.denied) return { status: 'denied', until: standing.denied + COOL_DOWN }
      // The wallet was removed from the allowlist in between; the next attempt sees that.
      throw new ApiError('store_unavailable')
    },

    /**
     * Decides a pending request, and adds its wallet to the allowlist if it is approved. Of several concurrent decisions one
     * counts; a decided request stays unchanged.
     */
    async decide(
      id: number,
      { decision, note }: { readonly decision: AccessDecision; readonly note: string | undefined },
      act: AdminAction,
      answer: KeptAnswer,
    ): Promise<boolean> {
      const [log, update] = decide(act, { status: decision, note }, sql`id = ${id}`)
      const pending = sql`from access_requests where id = ${id} and status = 'pending'`
      const granted = decision === 'approved' ? [allow(act, { address: sql`wallet_address`, note }, pending)] : []
      const changes = await batch([log, ...granted, update, ...keepAnswer(answer)])
      return changes[1 + granted.length] === 1
    },

    find: (id: number): Promise<AccessRequest | null> =>
      stored(async () => {
        const [row] = await orm.select().from(accessRequests).where(eq(accessRequests.id, id))
        return row ? toRequest(row) : null
      }),

    /** Newest first, before the request with the id in `after`. */
    list: ({
      status,
      after,
      limit,
    }: {
      status?: AccessStatus | undefined
      after?: readonly [id: number] | undefined
      limit: number
    }) =>
      stored(async (): Promise<AccessRequest[]> => {
        const { order, rest } = fallingBy([accessRequests.id], after)
        const rows = await orm
          .select()
          .from(accessRequests)
          .where(and(status && eq(accessRequests.status, status), rest))
          .orderBy(...order)
          .limit(limit)
        return rows.map(toRequest)
      }),
  }
}

const toRequest = (row: typeof accessRequests.$inferSelect): AccessRequest => ({
  id: row.id,
  wallet: getAddress(row.walletAddress),
  coin: row.coinAddress && getAddress(row.coinAddress),
  status: row.status,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  decidedAt: row.reviewedAt,
  decidedBy: row.reviewedBy && getAddress(row.reviewedBy),
  note: row.decisionNote,
})
