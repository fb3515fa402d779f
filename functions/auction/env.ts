import * as z from 'zod'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'

export const AuctionEnv = z.object({
  ...readVariables,
  DB: binding<D1Database>('database', 'D1: the log index'),
})
export type AuctionEnv = z.output<typeof AuctionEnv>
