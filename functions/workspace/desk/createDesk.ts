import type { Address } from 'viem'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createRoomRules, type RoomRuleStore } from '../../../shared/store/roomRules.ts'
import { createWorkspaceChanges, type WorkspaceChanges } from '../store/workspaceChange.ts'
import { createWorkspaceReads, type WorkspaceReads } from '../store/workspaceReads.ts'
import { createWorkspaceSurroundings, type WorkspaceSurroundings } from '../store/workspaceSurroundings.ts'
import { mayEnqueue } from '../../../shared/env/keeprEnv.ts'
import type { WorkspaceEnv } from '../env.ts'

/** What the operations under /v1/workspace need. */
export interface DeskContext {
  readonly authority: Authority
  readonly records: WorkspaceReads
  readonly changes: WorkspaceChanges
  readonly surroundings: WorkspaceSurroundings
  readonly rooms: RoomRuleStore
  /** Whether actions of this type may be enqueued for keepers: the operator can stop them by trust zone. */
  readonly mayEnqueue: (actionType: string) => boolean
  /** Administrators of the deployment, who read every workspace. */
  readonly admins: ReadonlySet<Address>
}

export const createDesk = (
  common: Pick<Context, 'chain' | 'now'>,
  { DB, ADMIN_ADDRESSES, ...env }: WorkspaceEnv,
): DeskContext => ({
  authority: openAuthority(common, DB),
  records: createWorkspaceReads(DB),
  changes: createWorkspaceChanges(DB),
  surroundings: createWorkspaceSurroundings(DB),
  rooms: createRoomRules(DB),
  mayEnqueue: (actionType) => mayEnqueue(env, actionType),
  admins: new Set(ADMIN_ADDRESSES),
})
