import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { custodyVariables } from '../../shared/env/custodyEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'

export const AgentsEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...custodyVariables,
  DB: binding<D1Database>('database', 'D1: accounts, creators’ agents, the log index'),
})
export type AgentsEnv = z.output<typeof AgentsEnv>
