import * as z from 'zod'
import type { CreditLedgerObject } from '../../shared/domain/lottery/amoe/creditLedger.ts'
import type { PaymentLedgerObject } from './review/paymentLedgerStore.ts'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { custodyVariables } from '../../shared/idp/custodyEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { familyService } from '../../shared/env/familyEnv.ts'
import { zoneSwitches } from '../../shared/env/keeprEnv.ts'
import { msgnetVariables } from './messages/network/msgnetEnv.ts'
import { intelligenceVariables } from '../../shared/env/intelligenceEnv.ts'
import { modelVariables } from './messages/model/modelEnv.ts'
import { paymentVariables } from '../../shared/env/paymentEnv.ts'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'
import { slotVariables } from '../../shared/env/slotEnv.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'

export const AgentsEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...agentVariables,
  ...custodyVariables,
  ...outsideVariables,
  ...intelligenceVariables,
  ...storageVariables,
  ...modelVariables,
  ...slotVariables,
  // Families whose public reads the assistant may ask for; each answers as it does anyone.
  TOKEN: familyService,
  VAULT: familyService,
  AUCTION: familyService,
  LOTTERY: familyService,
  GAUGE: familyService,
  VETOKEN: familyService,
  LPSTRAT: familyService,
  ...msgnetVariables,
  ...zoneSwitches,
  ...paymentVariables,
  DB: binding<D1Database>(
    'database',
    'D1: accounts, creators’ agents, rooms, messages, what is known of wallets, the log index, what is stored where',
  ),
  AMOE_LEDGER: binding<DurableObjectNamespace<CreditLedgerObject>>(
    'object',
    'lottery’s Durable Objects: the credits that messages earn',
  ),
  PAYMENT_LEDGER: binding<DurableObjectNamespace<PaymentLedgerObject>>(
    'object',
    'payments and what they paid for, by payer',
  ),
  ROOM_TOKEN_SECRET: secret('signs room tokens and seals the proofs that they are issued for'),
  ROOM_TOKEN_SECRET_PREVIOUS: previous,
})
export type AgentsEnv = z.output<typeof AgentsEnv>
