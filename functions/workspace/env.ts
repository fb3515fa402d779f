import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { keeprVariables, zoneSwitches } from '../../shared/env/keeprEnv.ts'

export const WorkspaceEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...keeprVariables,
  ...zoneSwitches,
  DB: binding<D1Database>('database', 'D1: workspaces, actions, deployments'),
})
export type WorkspaceEnv = z.output<typeof WorkspaceEnv>
