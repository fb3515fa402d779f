import { workspace } from '../../schema/workspace.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { serve } from '../../shared/http/serve.ts'
import { authenticateWorkspace } from './authenticateWorkspace.ts'
import { WorkspaceEnv } from './env.ts'
import { listPendingKeeprActions } from './keepr/listPendingKeeprActions.ts'
import { updateKeeprActionStatus } from './keepr/updateKeeprActionStatus.ts'
import { runSchedule } from './runSchedule.ts'
import { createWorkspaceContext } from './WorkspaceContext.ts'

export default {
  fetch: serve({
    name: 'workspace',
    env: WorkspaceEnv,
    operations: workspace,
    handlers: { listPendingKeeprActions, updateKeeprActionStatus },
    context: createWorkspaceContext,
    authenticate: authenticateWorkspace,
  }),
  scheduled: (_: ScheduledController, env: object): Promise<void> => runSchedule(readEnv(WorkspaceEnv, env), Date.now()),
}
