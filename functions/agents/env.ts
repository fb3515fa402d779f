import * as z from 'zod'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { custodyVariables } from '../../shared/env/custodyEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'

export const AgentsEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...agentVariables,
  ...custodyVariables,
  ...outsideVariables,
  ...storageVariables,
  DB: binding<D1Database>('database', 'D1: accounts, creators’ agents, the log index, what is stored where'),
})
export type AgentsEnv = z.output<typeof AgentsEnv>
