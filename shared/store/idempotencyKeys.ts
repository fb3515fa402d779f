import { type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { KEPT_SECONDS, type Ticket } from '../log/requestScope.ts'
import { isFree } from './keepAnswer.ts'
import { accountIn, accountReads, keepAtClaim, profileOfWallet } from './accounts.ts'
import { deleteSome } from './retention.ts'
import { openStoredDatabase } from './StoredDatabase.ts'

/** How long a run has its request; one that takes longer may find that another has answered it. */
const CLAIM_SECONDS = 15
/** The most rows that a run of the retention rule deletes. */
const ROWS = 5000

/** Record of an earlier run: an answer (JSON), the running request, or the key of another request. */
export type Earlier =
  { readonly state: 'answered'; readonly answer: string } | { readonly state: 'in flight' | 'reused' }

/** Outcome of a claim: this run has the request, or an earlier one had it. */
export type Claimed = { readonly state: 'claimed'; readonly ticket: Ticket } | Earlier

interface Row {
  readonly fingerprint: string
  readonly claim: string | null
  readonly answer: string | null
  readonly expiresAt: number
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>

/** Requests with an Idempotency-Key, in D1. Every method throws store_unavailable. */
export function createIdempotencyKeys(d1: D1Database) {
  const { transact } = openStoredDatabase(d1)

  async function after(ticket: Ticket, statement: SQL) {
    const [, found] = await transact<Row>([statement, rowOf(ticket)])
    return found?.rows[0]
  }

  return {
    /**
     * Gives a run the request, unless it is answered or another run has it. The account of `wallet` is read in the same call,
     * for the run's first read of it.
     */
    async claim(ticket: Ticket, wallet?: Address): Promise<Claimed> {
      const { id, principal, fingerprint, claim, requestedAt: now } = ticket
      const results = await transact<Row | object>([
        sql`insert into idempotency_keys as kept (id, principal, fingerprint, claim, claimed_until, expires_at)
          values (${id}, ${principal}, ${fingerprint}, ${claim}, ${now + CLAIM_SECONDS}, ${now + KEPT_SECONDS})
          on conflict (id) do update set fingerprint = excluded.fingerprint, claim = excluded.claim, answer = null,
            claimed_until = excluded.claimed_until,
            expires_at = iif(kept.expires_at <= ${now}, excluded.expires_at, kept.expires_at)
          where ${isFree(now)}`,
        rowOf(ticket),
        ...(wallet ? accountReads(profileOfWallet(wallet)) : []),
      ])
      const [row] = results.flatMap(({ rows }) => rows.filter(isRow))
      if (row?.claim === claim) {
        const claimed = { ...ticket, requestedAt: row.expiresAt - KEPT_SECONDS }
        if (wallet) keepAtClaim(claimed, wallet, accountIn(results))
        return { state: 'claimed', ticket: claimed }
      }
      return row ? earlierOf(row, ticket) : { state: 'in flight' }
    },

    /** Record of another run of the same request, for a run that claimed nothing; null before another run has written one. */
    async find(ticket: Ticket): Promise<Earlier | null> {
      const [found] = await transact<Row>([sql`${rowOf(ticket)} and expires_at > ${ticket.requestedAt}`])
      const [row] = found?.rows ?? []
      return row ? earlierOf(row, ticket) : null
    },

    /** Keeps the answer of a run that claimed nothing, unless another run has left something, which it then returns. */
    async keep(ticket: Ticket, answer: string): Promise<Earlier | null> {
      const { id, principal, fingerprint, requestedAt: now } = ticket
      const [kept, found] = await transact<Row>([
        sql`insert into idempotency_keys as kept (id, principal, fingerprint, claimed_until, answer, expires_at)
          values (${id}, ${principal}, ${fingerprint}, ${now}, ${answer}, ${now + KEPT_SECONDS})
          on conflict (id) do update set fingerprint = excluded.fingerprint, claim = null, answer = excluded.answer,
            claimed_until = excluded.claimed_until, expires_at = excluded.expires_at where ${isFree(now)}`,
        rowOf(ticket),
      ])
      const [row] = found?.rows ?? []
      return row && kept?.changes === 0 ? earlierOf(row, ticket) : null
    },

    /** The answer that was kept, which is this one where the run has kept none. */
    async settle(ticket: Ticket, answer: string): Promise<string> {
      const { id, claim } = ticket
      const row = await after(
        ticket,
        sql`update idempotency_keys set answer = ${answer}, claim = null where id = ${id} and claim = ${claim}`,
      )
      return row?.answer ?? answer
    },

    /**
     * Ends a run without an answer: the request is forgotten, or where it is `open` what the run has done, another run of the
     * same may have it. The answer that was kept all the same, if any.
     */
    async release(ticket: Ticket, { open }: { readonly open: boolean }): Promise<string | null> {
      const mine = sql`id = ${ticket.id} and claim = ${ticket.claim}`
      const row = await after(
        ticket,
        open
          ? sql`update idempotency_keys set claim = null, claimed_until = 0 where ${mine}`
          : sql`delete from idempotency_keys where ${mine}`,
      )
      return row?.answer ?? null
    },
  }
}

const isRow = (row: object): row is Row => 'fingerprint' in row

const rowOf = ({ id }: Ticket): SQL =>
  sql`select fingerprint, claim, answer, expires_at "expiresAt" from idempotency_keys where id = ${id}`

function earlierOf({ fingerprint, answer }: Row, ticket: Ticket): Earlier {
  if (fingerprint !== ticket.fingerprint) return { state: 'reused' }
  return answer === null ? { state: 'in flight' } : { state: 'answered', answer }
}

/** The retention rule; `now` in unix seconds. */
export const expiredKeys = (now: number): SQL => deleteSome('idempotency_keys', sql`expires_at <= ${now}`, ROWS)
