import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { workspaceAuditLogs } from '../../../drizzle/workspace.ts'
import type { VaultRole } from '../../../schema/workspace/vaultRoles.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { stored } from '../../../shared/store/stored.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { lower } from '../../../shared/text/address.ts'
import { type ActivityEvent, appendActivity } from './workspaceActivity.ts'

/** The member who makes a change. */
export interface WorkspaceActor {
  readonly address: Address
  /** Null where the address has no account. */
  readonly profileId: string | null
  /** All wallets of that account, as they were read. */
  readonly wallets: readonly Address[]
  /** The nodes (drizzle/persons.ts) of the actor: keys, acting wallet, account and its wallets, without the vault’s contract. */
  readonly person: readonly string[]
  readonly role: VaultRole
}

/** The account of a request, or the address if it has no account. */
export const accountOf = ({ profileId, address }: WorkspaceActor): string => profileId ?? lower(address)

export interface Steps {
  /** Must hold when the change is made. */
  readonly condition: SQL
  /** Each is conditional on `done`, which holds if the change is made; `id` is its id in the audit log. */
  readonly statements: (done: SQL, id: string) => readonly SQL[]
}

/** A change that a member makes. */
export interface WorkspaceChange {
  readonly vault: Address
  readonly actor: WorkspaceActor
  readonly roles: readonly VaultRole[]
  readonly action: string
  readonly target: { readonly type: string; readonly id: string }
  readonly diff: Readonly<Record<string, unknown>>
  readonly request: { readonly key: string | null; readonly hash: string }
  readonly event: Pick<ActivityEvent, 'title' | 'description'>
  /** Unix seconds. */
  readonly at: number
  readonly steps: Steps
  /** The answer; the values in `open` are known only once the change is made. */
  readonly answer: KeptAnswer
  readonly open: readonly ('actionId' | 'totalTargetWeightBps')[]
}

/** Values of an answer that are known once the change is made. */
export interface OpenValues {
  readonly actionId: number | null
  readonly totalTargetWeightBps: number | null
}

/**
 * `done`: made, with these values; `refused`: the condition does not hold, or the key was used before;
 * `demoted`: the actor no longer has such a role.
 */
export type ChangeOutcome =
  { readonly outcome: 'done'; readonly open: OpenValues } | { readonly outcome: 'refused' | 'demoted' }

/** An earlier request: its id in the audit log, its hash, its target, and its outcome. */
export interface EarlierRequest {
  readonly id: string
  readonly hash: string
  readonly targetId: string
  readonly diff: Record<string, unknown>
}

/** Changes of workspaces, in D1. Every method throws store_unavailable. */
export function createWorkspaceChanges(d1: D1Database) {
  const { all, orm, transact } = openStoredDatabase(d1)

  return {
    /**
     * Makes a change together with its rows of the audit log and the activity, all or nothing. The row of the audit log is
     * the first statement, under the condition; all else happens where that row is.
     */
    async apply(change: WorkspaceChange): Promise<ChangeOutcome> {
      const { actor, request, action, target, at } = change
      const vault = lower(change.vault)
      const id = crypto.randomUUID()
      const done = sql`exists (select 1 from workspace_audit_logs where id = ${id})`
      const stillMay = mayStill(vault, change)
      const diff = JSON.stringify(change.diff)
      const results = await transact<OpenValues>([
        sql`insert into workspace_audit_logs (id, vault_address, actor_address, actor_account, action_type, target_type,
            target_id, diff_json, request_key, request_hash, created_at)
          select ${id}, ${vault}, ${lower(actor.address)}, ${accountOf(actor)}, ${action}, ${target.type}, ${target.id},
            ${diff}, ${request.key}, ${request.hash}, ${at}
          where ${stillMay} and ${change.steps.condition}
          on conflict (vault_address, actor_account, request_key) where request_key is not null do nothing`,
        ...change.steps.statements(done, id),
        sql`insert into workspace_vaults (vault_address, looked_at, created_at) select ${vault}, 0, ${at}
          where ${done} on conflict do nothing`,
        appendActivity(
          {
            ...change.event,
            vaultAddress: vault,
            source: 'workspace',
            eventType: action,
            severity: 'info',
            actorAddress: lower(actor.address),
            payload: { ...change.diff, targetType: target.type, targetId: target.id },
            at,
          },
          done,
        ),
        ...keepAnswer(change.answer, { columns: columnsOf(vault, id, change.open), where: done }),
        openOf(vault, id, change.open),
      ])
      const [open] = results.at(-1)?.rows ?? []
      if (results[0]?.changes === 1 && open) return { outcome: 'done', open }
      const [standing] = await all<{ may: number }>(sql`select ${stillMay} may`)
      return { outcome: standing?.may ? 'refused' : 'demoted' }
    },

    /** The request of an account with a key; null without one. */
    async find(vault: Address, account: string, key: string): Promise<EarlierRequest | null> {
      const [found] = await stored(() =>
        orm
          .select()
          .from(workspaceAuditLogs)
          .where(
            and(
              eq(workspaceAuditLogs.vaultAddress, lower(vault)),
              eq(workspaceAuditLogs.actorAccount, account),
              eq(workspaceAuditLogs.requestKey, key),
            ),
          ),
      )
      if (!found) return null
      const { id, requestHash, targetId, diffJson } = found
      return { id, hash: requestHash, targetId, diff: objectOf(diffJson) }
    },

    /** Open values of the answer to an earlier change, as they are now. */
    async open(vault: Address, id: string, open: WorkspaceChange['open']): Promise<OpenValues> {
      const [values] = open.length === 0 ? [] : await all<OpenValues>(openOf(lower(vault), id, open))
      return values ?? { actionId: null, totalTargetWeightBps: null }
    },
  }
}

const actionOf = (vault: Address, id: string): SQL =>
  sql`select id from actions where vault_address = ${vault} and json_extract(action, '$.requestId') = ${id}
    order by id desc limit 1`

function columnsOf(vault: Address, id: string, open: WorkspaceChange['open']): Partial<Record<keyof OpenValues, SQL>> {
  const columns = {
    actionId: sql`(${actionOf(vault, id)})`,
    totalTargetWeightBps: sql`(select coalesce(sum(target_weight_bps), 0) from workspace_strategy_targets
      where vault_address = ${vault})`,
  }
  return Object.fromEntries(open.map((name) => [name, columns[name]]))
}

/** The open values, null for those that the answer has not. */
function openOf(vault: Address, id: string, open: WorkspaceChange['open']): SQL {
  const { actionId = null, totalTargetWeightBps = null } = columnsOf(vault, id, open)
  return sql`select ${actionId} "actionId", ${totalTargetWeightBps} "totalTargetWeightBps"`
}

/**
 * Whether the actor still has one of the roles: an onchain owner as the chain said, others as the configuration says now, by a
 * wallet for which they acted at the block of the answer and which is still theirs.
 */
function mayStill(vault: Address, { actor, roles }: WorkspaceChange): SQL {
  if (actor.role === 'OWNER') return sql`true`
  const listed = sql.join(
    roles.map((role) => sql`${role}`),
    sql`, `,
  )
  return sql`exists (select 1 from workspace_members m where m.vault_address = ${vault} and m.role in (${listed})
    and m.address in (select value from json_each(${JSON.stringify(actor.wallets.map(lower))}))
    and (m.address = ${lower(actor.address)}
      or m.address in (select address from profile_wallets where profile_id = ${actor.profileId})))`
}

/** Unix seconds as ISO 8601 in UTC. */
export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The same, with null for no time. */
export const isoTimeOrNull = (seconds: number | null): string | null => (seconds === null ? null : isoTime(seconds))

/** The JSON object in a text; an empty one if it is other JSON. Throws a SyntaxError for what is no JSON. */
export function objectOf(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
