import * as z from 'zod'
import type { PaymentLedger } from './review/PaymentLedger.ts'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { custodyVariables } from '../../shared/env/custodyEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { intelligenceVariables } from '../../shared/env/intelligenceEnv.ts'
import { paymentVariables } from '../../shared/env/paymentEnv.ts'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'

export const AgentsEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...agentVariables,
  ...custodyVariables,
  ...outsideVariables,
  ...intelligenceVariables,
  ...storageVariables,
  ...paymentVariables,
  DB: binding<D1Database>(
    'database',
    'D1: accounts, creators’ agents, rooms, what is known of wallets, the log index, what is stored where',
  ),
  PAYMENT_LEDGER: binding<DurableObjectNamespace<PaymentLedger>>('object', 'payments and what they paid for, by payer'),
  ROOM_TOKEN_SECRET: secret('signs room tokens and seals the proofs that they are issued for'),
  ROOM_TOKEN_SECRET_PREVIOUS: previous,
})
export type AgentsEnv = z.output<typeof AgentsEnv>
