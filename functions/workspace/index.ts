import { workspace } from '../../schema/workspace/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { authenticateWorkspace } from './authenticateWorkspace.ts'
import { cancelDeploySession } from './deploy/cancelDeploySession.ts'
import { checkSmartWalletOwner } from './deploy/checkSmartWalletOwner.ts'
import { continueDeploySession } from './deploy/continueDeploySession.ts'
import { createDeploySession } from './deploy/createDeploySession.ts'
import { dryRunDeploy } from './deploy/dryRunDeploy.ts'
import { getDeployConfig } from './deploy/getDeployConfig.ts'
import { getDeploySessionStatus } from './deploy/getDeploySessionStatus.ts'
import { listSmartWalletOwners } from './deploy/listSmartWalletOwners.ts'
import { vaultOperations } from './vaults/vaultOperations.ts'
import { WorkspaceEnv } from './env.ts'
import { listPendingKeeprActions } from './keepr/listPendingKeeprActions.ts'
import { updateKeeprActionStatus } from './keepr/updateKeeprActionStatus.ts'
import { scheduled } from './scheduled.ts'
import { createWorkspaceContext } from './context.ts'

export default {
  fetch: serve({
    name: 'workspace',
    env: WorkspaceEnv,
    operations: workspace,
    handlers: {
      ...vaultOperations,
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
