import * as z from 'zod'
import type { CreditLedgerObject } from '../../shared/domain/lottery/amoe/creditLedger.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'

export const ContextEnv = z.object({
  ...readVariables,
  DB: binding<D1Database>('database', 'D1: the log index, vaults, rooms and accounts'),
  AMOE_LEDGER: binding<DurableObjectNamespace<CreditLedgerObject>>(
    'object',
    'Durable Objects of `lottery`: credits of accounts',
  ),
})
export type ContextEnv = z.output<typeof ContextEnv>
