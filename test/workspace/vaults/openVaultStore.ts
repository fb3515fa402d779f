import { type Address, pad, toHex } from 'viem'
import { vaultRoleOf } from '../../../shared/domain/vault/vaultRole.ts'
import { endJoins, openJoin } from '../../../shared/store/persons.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import type { SamePerson } from '../../../functions/workspace/store/twoPersons.ts'
import {
  type ApprovalDecision,
  approving,
  deciding,
  requestingApproval,
} from '../../../functions/workspace/store/workspaceApprovals.ts'
import {
  createWorkspaceChanges,
  type Steps,
  type WorkspaceActor,
  type WorkspaceChange,
} from '../../../functions/workspace/store/workspaceChange.ts'
import { settingRole } from '../../../functions/workspace/store/workspaceConfiguration.ts'
import { createWorkspaceReads } from '../../../functions/workspace/store/workspaceReads.ts'
import { lower } from '../../../shared/text/address.ts'

/** Address number `n`. */
export const numbered = (n: number): Address => pad(toHex(n), { size: 20 })
const VAULT = numbered(0xfa0117)

/** Somebody who acts: the wallets by which they have roles, and the nodes that stand for them. */
export interface Who {
  readonly wallets: readonly [Address, ...Address[]]
  readonly person: readonly string[]
  readonly profileId?: string
}
type GivenRole = 'ADMIN' | 'OPERATOR' | null
export type VaultStore = ReturnType<typeof openVaultStore>

/** The workspace of one vault over a database, by what its handlers call; times and the vault’s owner are passed in. */
export function openVaultStore(d1: D1Database) {
  const { batch, all } = openStoredDatabase(d1)
  const [changes, records] = [createWorkspaceChanges(d1), createWorkspaceReads(d1)]
  let made = 0

  async function actorOf({ wallets, person, profileId }: Who, owner: Address | null): Promise<WorkspaceActor | null> {
    const role = vaultRoleOf({ owner, members: await records.members(VAULT) }, wallets)
    return role && { address: wallets[0], profileId: profileId ?? null, wallets, person, role }
  }
  async function apply(actor: WorkspaceActor, roles: WorkspaceChange['roles'], steps: Steps, at: number) {
    const { outcome } = await changes.apply({
      vault: VAULT,
      actor,
      roles,
      action: 'test',
      target: { type: 'test', id: 'test' },
      diff: {},
      request: { key: null, hash: '' },
      event: { title: '', description: '' },
      at,
      steps,
      answer: { data: null },
      open: [],
    })
    return outcome
  }
  const actionOf = (subject: string) => ({
    vault: VAULT,
    chainId: 1,
    groupId: '',
    type: 'test',
    subject,
    content: {},
  })

  return {
    d1,
    all,
    batch,
    vault: VAULT,
    actorOf,
    open: (a: string, b: string, at: number) => batch([openJoin(a, b, at)]),
    end: (a: string, b: string | null, at: number) => batch([endJoins(a, b, at)]),

    /** Gives a role, or takes it away; false where the rules of roles forbid it. */
    async appoint(who: Who, member: Address, role: GivenRole, owner: Address | null, at: number): Promise<boolean> {
      const actor = await actorOf(who, owner)
      if (!actor || (role === 'ADMIN' && actor.role !== 'OWNER')) return false
      const steps = settingRole({ vault: VAULT, member, role, actor, owner, at })
      return (await apply(actor, ['OWNER', 'ADMIN'], steps, at)) === 'done'
    },

    /** Asks for a second person; null for who may not. */
    async request(who: Who, owner: Address | null, at: number): Promise<string | null> {
      const actor = await actorOf(who, owner)
      if (!actor) return null
      const id = `request ${++made}`
      const action = actionOf(id)
      const steps = requestingApproval({ id, taskId: id, action, actor, owner, payload: {}, at })
      return (await apply(actor, ['OWNER', 'ADMIN', 'OPERATOR'], steps, at)) === 'done' ? id : null
    },

    /** Why somebody is no second person to a request now; null if they are one. */
    same: (actor: WorkspaceActor, id: string, owner: Address | null): Promise<SamePerson | null> =>
      records.samePerson({ approval: { id, vaultAddress: lower(VAULT) }, actor, owner }),

    /** Decides on a request as the handlers do. */
    async decide(who: Who, id: string, decision: ApprovalDecision, owner: Address | null, at: number) {
      const actor = await actorOf(who, owner)
      const approval = await records.approval(VAULT, id)
      if (!actor || !approval) return 'demoted'
      const decided = { approval, actor, owner, at }
      const steps = decision === 'approved' ? approving(decided, actionOf(id)) : deciding(decided, decision)
      return apply(actor, decision === 'cancelled' ? ['OWNER', 'ADMIN', 'OPERATOR'] : ['OWNER', 'ADMIN'], steps, at)
    },

    statusOf: async (id: string) => (await records.approval(VAULT, id))?.status,
  }
}
