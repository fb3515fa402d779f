import * as z from 'zod'
import { FAMILIES } from '../../schema/families.ts'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { pipelineVariables } from '../../shared/env/env.ts'
import { familyService } from '../../shared/env/familyEnv.ts'

const others = Object.keys(FAMILIES).filter((name) => name !== 'gateway')

export const GatewayEnv = z.object({
  ...pipelineVariables,
  ...agentVariables,
  ...Object.fromEntries(others.map((name) => [name.toUpperCase(), familyService])),
})
