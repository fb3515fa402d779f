import * as z from 'zod'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'

export const SocialEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...agentVariables,
  ...outsideVariables,
  ...storageVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the log index, what is stored where'),
})
export type SocialEnv = z.output<typeof SocialEnv>
