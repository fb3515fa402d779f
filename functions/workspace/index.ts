import { workspace } from '../../schema/workspace.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { serve } from '../../shared/http/serve.ts'
import { desk } from './desk/desk.ts'
import { WorkspaceEnv } from './env.ts'
import { runSchedule } from './runSchedule.ts'
import { createWorkspaceContext } from './WorkspaceContext.ts'

export default {
  fetch: serve({
    name: 'workspace',
    env: WorkspaceEnv,
    operations: workspace,
    handlers: { ...desk },
    context: createWorkspaceContext,
    authenticate,
  }),
  scheduled: (_: ScheduledController, env: object): Promise<void> => runSchedule(readEnv(WorkspaceEnv, env)),
}
