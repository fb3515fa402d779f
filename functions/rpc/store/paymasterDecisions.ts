import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { deleteSome } from '../../../shared/store/retention.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export interface PaymasterDecision {
  readonly principal: Address
  readonly sender: Address
  readonly method: string
  readonly mode: string | null
  readonly userOpHash: string
  readonly allowed: boolean
  readonly code: string | null
  /** Unix seconds. */
  readonly createdAt: number
}

const HOUR = 3600
/** Denials of one principal that are stored in an hour; further ones are answered, and leave nothing. */
const MOST_DENIALS = 100
const RETENTION_SECONDS = 90 * 86_400
/** The most rows that a statement of the retention rule deletes, and statements of one run: an hour may bring thousands. */
const ROWS = 1000
const STATEMENTS = 50

export type PaymasterDecisionStore = ReturnType<typeof createPaymasterDecisions>

/** Decisions of the paymaster, in D1. Every method throws store_unavailable. */
export function createPaymasterDecisions(d1: D1Database) {
  const { batch } = openStoredDatabase(d1)
  return {
    /** Stores a decision, once in an hour. */
    async record(decision: PaymasterDecision): Promise<void> {
      const { method, mode, userOpHash, allowed, code, createdAt } = decision
      const [principal, sender] = [lower(decision.principal), lower(decision.sender)]
      const hour = Math.floor(createdAt / HOUR)
      const id = await sha256(JSON.stringify([principal, sender, method, mode, userOpHash, allowed, code, hour]))
      const mayBeStored = allowed
        ? sql`true`
        : sql`(select count(*) from (select 1 from paymaster_decisions where principal = ${principal} and allowed = 0
            and created_at > ${createdAt - HOUR} limit ${MOST_DENIALS})) < ${MOST_DENIALS}`
      await batch([
        sql`insert into paymaster_decisions (id, created_at, principal, sender, method, mode, userop_hash, allowed, code)
          select ${id}, ${createdAt}, ${principal}, ${sender}, ${method}, ${mode}, ${userOpHash}, ${allowed ? 1 : 0}, ${code}
          where ${mayBeStored} on conflict (id) do nothing`,
      ])
    },

    /** The retention rule, for a bounded number of rows; `now` in unix seconds. */
    async prune(now: number): Promise<void> {
      for (let i = 0; i < STATEMENTS; i++) {
        const [deleted = 0] = await batch([
          deleteSome('paymaster_decisions', sql`created_at < ${now - RETENTION_SECONDS}`, ROWS),
        ])
        if (deleted < ROWS) return
      }
    },
  }
}
