import { workspace } from '../../schema/workspace/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { authenticateWorkspace } from './authenticateWorkspace.ts'
import { createWorkspaceContext } from './context.ts'
import { cancelDeploySession } from './deploy/cancelDeploySession.ts'
import { checkSmartWalletOwner } from './deploy/checkSmartWalletOwner.ts'
import { continueDeploySession } from './deploy/continueDeploySession.ts'
import { createDeploySession } from './deploy/createDeploySession.ts'
import { dryRunDeploy } from './deploy/dryRunDeploy.ts'
import { getDeployConfig } from './deploy/getDeployConfig.ts'
import { getDeploySessionStatus } from './deploy/getDeploySessionStatus.ts'
import { listSmartWalletOwners } from './deploy/listSmartWalletOwners.ts'
import { WorkspaceEnv } from './env.ts'
import { listPendingKeeprActions } from './keepr/listPendingKeeprActions.ts'
import { updateKeeprActionStatus } from './keepr/updateKeeprActionStatus.ts'
import { scheduled } from './scheduled.ts'
import { changeWorkspaceRooms } from './vaults/changeWorkspaceRooms.ts'
import { changeWorkspaceSettings } from './vaults/changeWorkspaceSettings.ts'
import { changeWorkspaceStrategies } from './vaults/changeWorkspaceStrategies.ts'
import { changeWorkspaceTasks } from './vaults/changeWorkspaceTasks.ts'
import { getWorkspaceActions } from './vaults/getWorkspaceActions.ts'
import { getWorkspaceActivity } from './vaults/getWorkspaceActivity.ts'
import { getWorkspaceMonitoring } from './vaults/getWorkspaceMonitoring.ts'
import { getWorkspaceRooms } from './vaults/getWorkspaceRooms.ts'
import { getWorkspaceSettings } from './vaults/getWorkspaceSettings.ts'
import { getWorkspaceStrategies } from './vaults/getWorkspaceStrategies.ts'
import { getWorkspaceSummary } from './vaults/getWorkspaceSummary.ts'
import { getWorkspaceTasks } from './vaults/getWorkspaceTasks.ts'
import { readWorkspaceActivity } from './vaults/readWorkspaceActivity.ts'
import { readWorkspaceMonitoring } from './vaults/readWorkspaceMonitoring.ts'
import { readWorkspaceSummary } from './vaults/readWorkspaceSummary.ts'
import { runWorkspaceAction } from './vaults/runWorkspaceAction.ts'

export default {
  fetch: serve({
    name: 'workspace',
    env: WorkspaceEnv,
    operations: workspace,
    handlers: {
      changeWorkspaceRooms,
      changeWorkspaceSettings,
      changeWorkspaceStrategies,
      changeWorkspaceTasks,
      getWorkspaceActions,
      getWorkspaceActivity,
      getWorkspaceMonitoring,
      getWorkspaceRooms,
      getWorkspaceSettings,
      getWorkspaceStrategies,
      getWorkspaceSummary,
      getWorkspaceTasks,
      readWorkspaceActivity,
      readWorkspaceMonitoring,
      readWorkspaceSummary,
      runWorkspaceAction,
      listPendingKeeprActions,
      updateKeeprActionStatus,
      getDeployConfig,
      checkSmartWalletOwner,
      listSmartWalletOwners,
      dryRunDeploy,
      createDeploySession,
      continueDeploySession,
      getDeploySessionStatus,
      cancelDeploySession,
    },
    context: createWorkspaceContext,
    authenticate: authenticateWorkspace,
    keys: ({ DB }) => createIdempotencyKeys(DB),
  }),
  scheduled,
}
