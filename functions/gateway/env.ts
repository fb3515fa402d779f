import * as z from 'zod'
import { FAMILIES } from '../../schema/families.ts'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { boardBinding, commonVariables } from '../../shared/env/env.ts'
import { familyService } from '../../shared/env/familyEnv.ts'

export const GatewayEnv = z.object({
  ...commonVariables,
  ...agentVariables,
  STATUS_BOARD: boardBinding,
  ...Object.fromEntries(Object.keys(FAMILIES).map((name) => [name.toUpperCase(), familyService])),
})
