import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'

export const AgentsEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...outsideVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the log index, rooms'),
  ROOM_TOKEN_SECRET: secret('signs room tokens and seals the proofs that they are issued for'),
  ROOM_TOKEN_SECRET_PREVIOUS: previous,
})
export type AgentsEnv = z.output<typeof AgentsEnv>
