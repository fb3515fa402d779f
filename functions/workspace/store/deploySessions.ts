import { type SQL, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { deploySessions, deployTransactions } from '../../../drizzle/deploy.ts'
import { lower } from '../../../shared/text/address.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

type SessionRow = typeof deploySessions.$inferSelect
type TransactionRow = Pick<typeof deployTransactions.$inferSelect, 'call' | 'txHash' | 'state' | 'blockNumber'>

/** A session, and the transactions that were reported for its calls. */
export interface StoredSession extends Omit<SessionRow, 'owner'> {
  readonly transactions: readonly TransactionRow[]
}

type AnswerOf = (session: StoredSession) => KeptAnswer

export interface SessionKey {
  readonly owner: Address
  readonly id: string
}

/** The outcome of a transaction onchain. */
export interface Outcome {
  readonly call: number
  readonly txHash: Hex
  readonly state: 'confirmed' | 'reverted'
  /** Decimal. */
  readonly blockNumber: string
}

export const SESSIONS_PER_OWNER = 20
export const SESSION_DAYS = 30
/** Sessions that one run of the retention rule deletes; the next one continues. */
const ROWS = 200

const SESSION = listed(columnsOf(deploySessions, 'owner'))
const TRANSACTION = listed(columnsOf(deployTransactions, 'owner', 'sessionId', 'reportedAt'))
const LIVE = sql.raw(`status in ('pending', 'running')`)

/**
 * Sessions of deployments in D1. Each changes in one transaction, whose statements name the states that it may leave. Times
 * are unix seconds; every method throws store_unavailable, and gives null where the owner has no such session.
 */
export function createDeploySessions(d1: D1Database) {
  const { transact } = openStoredDatabase(d1)

  /** Statements, and the session as they leave it. */
  async function change({ owner, id }: SessionKey, statements: readonly SQL[]): Promise<StoredSession | null> {
    const own = lower(owner)
    const done = await transact<SessionRow | TransactionRow>([
      ...statements,
      sql`select ${SESSION} from deploy_sessions where owner = ${own} and id = ${id}`,
      sql`select ${TRANSACTION} from deploy_transactions where owner = ${own} and session_id = ${id} order by call`,
    ])
    const rows = (index: number) => done.at(index)?.rows ?? []
    const [session] = rows(-2).filter((row): row is SessionRow => 'plan' in row)
    const transactions = rows(-1).filter((row): row is TransactionRow => 'txHash' in row)
    return session ? { ...session, transactions } : null
  }

  const isOwn = ({ owner, id }: SessionKey) => sql`owner = ${lower(owner)} and id = ${id}`

  return {
    /**
     * Stores a session unless one has this id. If the owner has the maximum number, it replaces the session that ended
     * earliest; null if none has ended.
     */
    create: (
      key: SessionKey,
      { chainId, plan, calls }: Pick<SessionRow, 'chainId' | 'plan' | 'calls'>,
      now: number,
      answerOf: AnswerOf,
    ): Promise<StoredSession | null> => {
      const own = lower(key.owner)
      const times = { createdAt: now, updatedAt: now }
      const created = { id: key.id, chainId, plan, calls, status: 'pending', ...times, transactions: [] } as const
      const isFull = sql`(select count(*) from deploy_sessions where owner = ${own}) >= ${SESSIONS_PER_OWNER}
        and not exists (select 1 from deploy_sessions where ${isOwn(key)})`
      const oldest = sql`(select id from deploy_sessions where owner = ${own} and not ${LIVE}
        order by updated_at, id limit 1)`
      return change(key, [
        sql`delete from deploy_transactions where owner = ${own} and session_id = ${oldest} and ${isFull}`,
        sql`delete from deploy_sessions where owner = ${own} and id = ${oldest} and ${isFull}`,
        sql`insert into deploy_sessions (owner, id, chain_id, plan, calls, status, created_at, updated_at)
          select ${own}, ${key.id}, ${chainId}, ${plan}, ${calls}, 'pending', ${now}, ${now}
          where (select count(*) from deploy_sessions where owner = ${own}) < ${SESSIONS_PER_OWNER}
          on conflict do nothing`,
        ...keepAnswer(answerOf(created)),
      ])
    },

    find: (key: SessionKey): Promise<StoredSession | null> => change(key, []),

    /** Records the transaction of a call; it replaces one that has no outcome yet. */
    report: async (
      key: SessionKey,
      { call, txHash }: Pick<TransactionRow, 'call' | 'txHash'>,
      now: number,
      answerOf: AnswerOf,
    ): Promise<StoredSession | null> => {
      const before = await change(key, [])
      if (!before) return null
      const sent = { call, txHash, state: 'sent', blockNumber: null } as const
      const transactions = [...before.transactions.filter((one) => one.call !== call), sent]
      const answer = answerOf({ ...before, status: 'running', updatedAt: now, transactions })
      const takes = sql`${isOwn(key)} and ${LIVE} and calls > ${call}`
      const isSent = sql`exists (select 1 from deploy_transactions where owner = ${lower(key.owner)}
        and session_id = ${key.id} and call = ${call} and tx_hash = ${lower(txHash)} and state = 'sent')`
      return change(key, [
        sql`insert into deploy_transactions (owner, session_id, call, tx_hash, state, reported_at)
          select owner, id, ${call}, ${lower(txHash)}, 'sent', ${now} from deploy_sessions where ${takes}
          on conflict (owner, session_id, call) do update set tx_hash = excluded.tx_hash, reported_at = excluded.reported_at
            where state = 'sent' and tx_hash <> excluded.tx_hash`,
        sql`update deploy_sessions set status = 'running', updated_at = ${now} where ${takes}`,
        ...keepAnswer(answer, { where: sql`changes() > 0 and ${isSent}` }),
      ])
    },

    /** Records outcomes of transactions and updates the session's status. */
    settle: (key: SessionKey, outcomes: readonly Outcome[], now: number): Promise<StoredSession | null> => {
      const own = lower(key.owner)
      const among = (rest: SQL) =>
        sql`(select count(*) from deploy_transactions t where t.owner = ${own} and t.session_id = ${key.id} and ${rest})`
      return change(key, [
        ...outcomes.map(
          ({ call, txHash, state, blockNumber }) => sql`update deploy_transactions
            set state = ${state}, block_number = ${blockNumber}
            where owner = ${own} and session_id = ${key.id} and call = ${call} and tx_hash = ${lower(txHash)}
              and state = 'sent' and exists (select 1 from deploy_sessions where ${isOwn(key)} and ${LIVE})`,
        ),
        sql`update deploy_sessions set updated_at = ${now}, status = case
            when ${among(sql`t.state = 'reverted'`)} > 0 then 'failed'
            when ${among(sql`t.state = 'confirmed'`)} = calls then 'completed'
            else status end
          where ${isOwn(key)} and status = 'running'`,
      ])
    },

    cancel: async (key: SessionKey, now: number, answerOf: AnswerOf): Promise<StoredSession | null> => {
      const before = await change(key, [])
      if (!before) return null
      return change(key, [
        sql`update deploy_sessions set status = 'cancelled', updated_at = ${now} where ${isOwn(key)} and ${LIVE}`,
        ...keepAnswer(answerOf({ ...before, status: 'cancelled', updatedAt: now })),
      ])
    },

    /** The retention rule. */
    async prune(now: number): Promise<void> {
      const old = sql`(select owner, id from deploy_sessions where updated_at < ${now - SESSION_DAYS * 86_400}
        order by updated_at, owner, id limit ${ROWS})`
      await transact([
        sql`delete from deploy_transactions where (owner, session_id) in ${old}`,
        sql`delete from deploy_sessions where (owner, id) in ${old}`,
      ])
    },
  }
}
