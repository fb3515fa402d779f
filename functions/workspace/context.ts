import type { workspace } from '../../schema/workspace/index.ts'
import { createPlanSimulator, type SimulatePlan } from './deploy/createPlanSimulator.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createDeploySessions, type DeploySessionStore } from './store/deploySessions.ts'
import { createKeeperActions, type KeeperActions } from './store/keeperActions.ts'
import { afterActions } from './store/workspaceReports.ts'
import type { WorkspaceEnv } from './env.ts'
import type { Address } from 'viem'
import type { Authority } from '../../shared/domain/authority/createAuthority.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import { createRoomRules, type RoomRuleStore } from '../../shared/store/roomRules.ts'
import { createWorkspaceChanges, type WorkspaceChanges } from './store/workspaceChange.ts'
import { createWorkspaceReads, type WorkspaceReads } from './store/workspaceReads.ts'
import { createWorkspaceSurroundings, type WorkspaceSurroundings } from './store/workspaceSurroundings.ts'
import { mayEnqueue } from '../../shared/env/keeprEnv.ts'

/** Context of the operations under /v1/workspace. */
export interface VaultsContext {
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

export const createVaultsContext = (common: Pick<Context, 'chain' | 'now'>, env: WorkspaceEnv): VaultsContext => ({
  authority: openAuthority(common, env.DB),
  records: createWorkspaceReads(env.DB),
  changes: createWorkspaceChanges(env.DB),
  surroundings: createWorkspaceSurroundings(env.DB),
  rooms: createRoomRules(env.DB),
  mayEnqueue: (actionType) => mayEnqueue(env, actionType),
  admins: new Set(env.ADMIN_ADDRESSES),
})

/** Context of the handlers of this family. */
export interface WorkspaceContext extends Context {
  readonly vaults: VaultsContext
  readonly actions: KeeperActions
  readonly deploySessions: DeploySessionStore
  readonly simulatePlan: SimulatePlan
}
export type WorkspaceHandler<O extends keyof typeof workspace> = Handler<(typeof workspace)[O], WorkspaceContext>

export const createWorkspaceContext = (common: Context, env: WorkspaceEnv): WorkspaceContext => ({
  ...common,
  vaults: createVaultsContext(common, env),
  actions: createKeeperActions(env.DB, afterActions),
  deploySessions: createDeploySessions(env.DB),
  simulatePlan: createPlanSimulator(common.chain, common.now),
})
