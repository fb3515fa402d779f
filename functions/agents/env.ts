import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { intelligenceVariables } from '../../shared/env/intelligenceEnv.ts'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'

export const AgentsEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...outsideVariables,
  ...intelligenceVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the log index, what is known of wallets'),
})
export type AgentsEnv = z.output<typeof AgentsEnv>
