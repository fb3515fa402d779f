import { sql, type SQL } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { agentMessages } from '../../../drizzle/messages.ts'
import { lower } from '../../../shared/text/address.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { jsonChunks } from '../../../shared/store/database.ts'
import { enqueueAction, type NewAction } from '../../../shared/store/enqueueAction.ts'
import { createLeases, type Lease } from '../../../shared/store/leases.ts'
import { deleteSome } from '../../../shared/store/retention.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export type AgentMessage = typeof agentMessages.$inferSelect

/** `queued`: that keepers carry a command out; `deferred`: that it is kept; `fallback`: what the agent understands. */
export type ReplyKind = NonNullable<AgentMessage['replyKind']>

/** A message as it is taken up; places as in functions/agents/messages/network. */
export interface NewMessage {
  readonly id: string
  readonly position: string
  readonly senderInbox: string
  readonly senderAddresses: readonly Address[]
  readonly text: string | null
}

interface Claim {
  readonly agent: Address
  readonly conversation: string
  readonly kind: AgentMessage['kind']
  readonly messages: readonly NewMessage[]
  /** Up to where the conversation is read with them. */
  readonly upTo: string
}

/** Most answers to one sender in an hour, and most fallbacks in one conversation. */
export const MOST_REPLIES = 10
const HOUR = 3600
const FALLBACK_SECONDS = 6 * HOUR

const DAY = 86_400
const DONE_DAYS = 30
const KEPT_DAYS = 90

const columns = listed(columnsOf(agentMessages))
/** A finished message keeps no text, wallet or account. */
const FORGET = sql.raw(`text = null, sender_addresses = '[]', award_profile = null`)

const IS_WAITING = sql.raw(`state in ('claimed', 'error') and due_at is not null`)

/** Proof that a run has the messages of all agents for itself. */
export type RunLease = Lease<'messages'>

export type AgentMessages = ReturnType<typeof createAgentMessages>

/** Messages that agents received, in D1. Times are unix seconds; every method throws store_unavailable. */
export function createAgentMessages(d1: D1Database) {
  const database = openStoredDatabase(d1)
  const { all, transact } = database
  const leases = createLeases<'messages'>(database, { table: 'run_leases', key: 'work' })
  const change = (run: RunLease, statement: (held: SQL) => SQL): Promise<boolean> =>
    leases.fenced(run, (held) => [statement(held)]).then(([changed]) => changed === 1)
  const repliesTo = (inbox: string, now: number) =>
    sql`(select count(*) from agent_messages r where r.sender_inbox = ${inbox} and r.replied_at > ${now - HOUR})`

  return {
    leases,

    /**
     * Takes the messages of all agents, with up to `limit` listed agents of creators, those first that have waited longest for
     * their turn. Null while another run has them; one that is cut off has them until `seconds` have passed.
     */
    async begin(
      now: number,
      { seconds, limit }: { readonly seconds: number; readonly limit: number },
    ): Promise<{ readonly lease: RunLease; readonly agents: readonly Address[] } | null> {
      const { lease, statement } = leases.claim('messages', { now, seconds })
      const [taken, listedAgents] = await transact<{ agent: Address }>([
        statement,
        sql`select smart_wallet_address agent from creator_agents c
          left join agent_inboxes i on i.agent = c.smart_wallet_address
          where c.listed_publicly = 1 order by coalesce(i.looked_at, 0), c.smart_wallet_address limit ${limit}`,
      ])
      if (taken?.changes !== 1) return null
      return { lease, agents: (listedAgents?.rows ?? []).map(({ agent }) => getAddress(agent)) }
    },

    /** Whether one of some addresses is an agent of a creator, listed or not. */
    async hasAgent(addresses: readonly string[]): Promise<boolean> {
      const rows = await all(sql`select 1 from creator_agents
        where smart_wallet_address in (select value from json_each(${JSON.stringify(addresses)})) limit 1`)
      return rows.length > 0
    },

    /** How far an inbox was read; null before its first time. */
    async inbox(agent: Address): Promise<string | null> {
      const rows = await all<{ position: string }>(
        sql`select position from agent_inboxes where agent = ${lower(agent)}`,
      )
      return rows[0]?.position ?? null
    },

    /** How far some conversations were read, by id; those that never were are not among them. */
    async checkpoints(agent: Address, conversations: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const ids = JSON.stringify(conversations)
      const rows = await all<{ conversation: string; position: string }>(sql`select conversation, position
        from agent_checkpoints
        where agent = ${lower(agent)} and conversation in (select value from json_each(${ids}))`)
      return new Map(rows.map(({ conversation, position }) => [conversation, position]))
    },

    /** The ids of these messages that some agent has taken up. */
    async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await all<{ id: string }>(
        sql`select id from agent_messages where id in (select value from json_each(${JSON.stringify(ids)}))`,
      )
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * Takes messages up, each once, and moves the checkpoint of their conversation, both or neither; never back. Throws
     * LeaseLost.
     */
    async claim(run: RunLease, { agent, conversation, kind, messages, upTo }: Claim, now: number): Promise<void> {
      const rows = messages.map((one) => ({ ...one, senderAddresses: JSON.stringify(one.senderAddresses.map(lower)) }))
      await leases.fenced(run, (held) => [
        ...jsonChunks(rows).map(
          (json) => sql`insert into agent_messages (id, agent, conversation, kind, position, sender_inbox,
              sender_addresses, text, state, attempts, due_at, created_at, updated_at)
            select value ->> 'id', ${lower(agent)}, ${conversation}, ${kind}, value ->> 'position',
              value ->> 'senderInbox', value ->> 'senderAddresses', value ->> 'text', 'claimed', 0, ${now}, ${now}, ${now}
            from json_each(${json}) where ${held} on conflict do nothing`,
        ),
        sql`insert into agent_checkpoints (agent, conversation, position, updated_at)
          select ${lower(agent)}, ${conversation}, ${upTo}, ${now} where ${held}
          on conflict do update set position = excluded.position, updated_at = excluded.updated_at
          where excluded.position > position`,
      ])
    },

    /** Records a look into an inbox, and how far it is read; never back. Throws LeaseLost. */
    async lookedInto(run: RunLease, agent: Address, position: string, now: number): Promise<void> {
      await change(
        run,
        (held) => sql`insert into agent_inboxes (agent, position, looked_at)
          select ${lower(agent)}, ${position}, ${now} where ${held}
          on conflict do update set position = max(position, excluded.position), looked_at = excluded.looked_at`,
      )
    },

    /** Number of messages that an agent has to process, without failed ones that are not retried. */
    async waiting(agent: Address): Promise<number> {
      const [row] = await all<{ n: number }>(
        sql`select count(*) n from agent_messages where ${IS_WAITING} and agent = ${lower(agent)}`,
      )
      return row?.n ?? 0
    },

    /**
     * The next work of an agent: due messages, the oldest first, and stored commands, those first that were not
     * looked at for longest.
     */
    async inTurn(
      agent: Address,
      now: number,
      limit: number,
    ): Promise<{ readonly due: readonly AgentMessage[]; readonly kept: readonly AgentMessage[] }> {
      const own = sql`select ${columns} from agent_messages where agent = ${lower(agent)}`
      const [due, kept] = await transact<AgentMessage>([
        sql`${own} and state in ('claimed', 'error') and due_at <= ${now} order by due_at, position limit ${limit}`,
        sql`${own} and state = 'deferred' order by updated_at, position limit ${limit}`,
      ])
      return { due: due?.rows ?? [], kept: kept?.rows ?? [] }
    },

    /** Records which account earns a credit for a message, and for which day. Throws LeaseLost. */
    async decideAward(run: RunLease, id: string, award: { profile: string; day: string }, now: number): Promise<void> {
      await change(
        run,
        (held) => sql`update agent_messages set award_profile = ${award.profile}, award_day = ${award.day},
          updated_at = ${now} where id = ${id} and award_day is null and ${held}`,
      )
    },

    /** Whether a sender may be answered once more within the hour. */
    async mayReply(inbox: string, now: number): Promise<boolean> {
      const [row] = await all<{ n: number }>(sql`select ${repliesTo(inbox, now)} n`)
      return (row?.n ?? 0) < MOST_REPLIES
    },

    /**
     * Settles a stored command: it is enqueued, dropped, or looked at later. Throws LeaseLost.
     */
    async settleKept(run: RunLease, id: string, what: NewAction | 'dropped' | 'later', now: number): Promise<void> {
      const isKept = sql`id = ${id} and state = 'deferred'`
      const outcome = typeof what === 'string' ? what : 'queued'
      await leases.fenced(run, (held) =>
        what === 'later'
          ? [sql`update agent_messages set updated_at = ${now} where ${isKept} and ${held}`]
          : [
              ...(typeof what === 'string'
                ? []
                : [enqueueAction(what, now, sql`${held} and exists (select 1 from agent_messages where ${isKept})`)]),
              sql`update agent_messages set state = 'done', outcome = ${outcome}, ${FORGET}, updated_at = ${now}
                where ${isKept} and ${held}`,
            ],
      )
    },

    /**
     * Decides on an answer within the bounds: a number of answers to a sender in an hour, and a fallback in a
     * conversation in six. A command is settled with it, answered or not: its action is enqueued in the same
     * transaction, once. Throws LeaseLost.
     */
    async decideReply(
      run: RunLease,
      { id, agent, conversation, senderInbox }: AgentMessage,
      { text, kind, action }: { text: string; kind: ReplyKind; action?: NewAction },
      now: number,
    ): Promise<boolean> {
      const isOpen = sql`id = ${id} and reply is null and reply_kind is null`
      const changes = await leases.fenced(run, (held) => {
        const isFirst = sql`not exists (select 1 from agent_messages f where f.agent = ${agent}
          and f.conversation = ${conversation} and f.reply_kind = 'fallback' and f.replied_at > ${now - FALLBACK_SECONDS})`
        const mayBe = sql`${repliesTo(senderInbox, now)} < ${MOST_REPLIES} and ${kind === 'fallback' ? isFirst : sql`true`}`
        const isCommand = kind === 'queued' || kind === 'deferred'
        return [
          ...(action
            ? [enqueueAction(action, now, sql`${held} and exists (select 1 from agent_messages where ${isOpen})`)]
            : []),
          sql`update agent_messages set reply = ${text}, reply_kind = ${kind}, replied_at = ${now}, updated_at = ${now}
            where ${isOpen} and ${mayBe} and ${held}`,
          ...(isCommand
            ? [sql`update agent_messages set reply_kind = ${kind}, updated_at = ${now} where ${isOpen} and ${held}`]
            : []),
        ]
      })
      return changes[action ? 1 : 0] === 1
    },

    /**
     * Finishes a message and deletes its text and wallets, unless it is a command that is not queued yet. Throws LeaseLost.
     */
    async finish(run: RunLease, id: string, outcome: string, now: number): Promise<void> {
      const end = sql`outcome = ${outcome}, reply = null, due_at = null, updated_at = ${now}`
      await leases.fenced(run, (held) => [
        sql`update agent_messages set state = 'deferred', ${end} where id = ${id} and reply_kind = 'deferred' and ${held}`,
        sql`update agent_messages set state = 'done', ${FORGET}, ${end}
          where id = ${id} and reply_kind is not 'deferred' and ${held}`,
      ])
    },

    /** Postpones a message; with null it is given up, and a command that is not enqueued yet is kept. Throws LeaseLost. */
    async fail(run: RunLease, id: string, outcome: string, dueAt: number | null, now: number): Promise<void> {
      await change(
        run,
        (held) => sql`update agent_messages
          set state = iif(reply_kind = 'deferred' and ${dueAt} is null, 'deferred', 'error'), outcome = ${outcome},
            attempts = attempts + 1, due_at = ${dueAt}, updated_at = ${now} where id = ${id} and ${held}`,
      )
    },

    /** Applies the retention rules and ends a run, in one transaction; how much is to be dealt with then. */
    async end(run: RunLease, now: number): Promise<number> {
      const old = (state: AgentMessage['state'], days: number) =>
        deleteSome('agent_messages', sql`state = ${state} and created_at < ${now - days * DAY}`)
      const done = await transact<{ n: number }>([
        old('done', DONE_DAYS),
        old('deferred', KEPT_DAYS),
        old('claimed', KEPT_DAYS),
        old('error', KEPT_DAYS),
        deleteSome('agent_checkpoints', sql`updated_at < ${now - KEPT_DAYS * DAY}`),
        sql`delete from agent_inboxes where looked_at < ${now - KEPT_DAYS * DAY}`,
        leases.ending(run),
        sql`select count(*) n from agent_messages where ${IS_WAITING}`,
      ])
      return done.at(-1)?.rows[0]?.n ?? 0
    },
  }
}
