import * as z from 'zod'
import { binding, withDefault } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { whole } from '../../shared/env/formats.ts'

export const VaultEnv = z.object({
  ...readVariables,
  DB: binding<D1Database>('database', 'D1: the log index'),
  LENDPOOL_LTV_BPS: withDefault(whole(1, 10_000), '7000', {
    meaning: 'loan-to-value, in basis points, for the lending bucket that a report suggests',
  }),
})
export type VaultEnv = z.output<typeof VaultEnv>
