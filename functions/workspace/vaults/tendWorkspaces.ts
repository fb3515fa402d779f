import type { Context } from '../../../shared/http/handler.ts'
import { createWorkspaceSchedule } from '../store/workspaceSchedule.ts'
import type { WorkspaceEnv } from '../env.ts'
import { watchVaults } from './watchVaults.ts'

/** The scheduled work of workspaces: ends and deletes what is old, then looks at the vaults. */
export async function tendWorkspaces(context: Context, { DB }: WorkspaceEnv): Promise<void> {
  await createWorkspaceSchedule(DB).prune(Math.floor(context.now() / 1000))
  await watchVaults(context, DB)
}
