import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'

export const MarketEnv = z.object({
  ...readVariables,
  ...authVariables,
  DB: binding<D1Database>('database', 'D1: trend coins'),
})
export type MarketEnv = z.output<typeof MarketEnv>
