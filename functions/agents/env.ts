import * as z from 'zod'
import type { CreditLedgerObject } from '../../shared/domain/lottery/amoe/creditLedger.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { custodyVariables } from '../../shared/idp/custodyEnv.ts'
import { binding, previous, secret } from '../../shared/env/declare.ts'
import { familyService } from '../../shared/env/familyEnv.ts'
import { zoneSwitches } from '../../shared/env/keeprEnv.ts'
import { msgnetVariables } from './messages/network/msgnetEnv.ts'
import { intelligenceVariables } from './intelligence/intelligenceEnv.ts'
import { modelVariables } from './messages/model/modelEnv.ts'
import { reviewVariables } from './review/reviewEnv.ts'
import { slotVariables } from '../../shared/env/slotEnv.ts'

export const AgentsEnv = z.object({
  ...reviewVariables,
  ...authVariables,
  ...custodyVariables,
  ...intelligenceVariables,
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
  AMOE_LEDGER: binding<DurableObjectNamespace<CreditLedgerObject>>(
    'object',
    'Durable Objects of `lottery`: credits that messages earn',
  ),
  ROOM_TOKEN_SECRET: secret('signs room tokens and seals access proofs'),
  ROOM_TOKEN_SECRET_PREVIOUS: previous,
})
export type AgentsEnv = z.output<typeof AgentsEnv>
