import * as z from 'zod'
import { FAMILIES } from '../../schema/families.ts'
import { about } from '../../shared/env/declare.ts'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { pipelineVariables } from '../../shared/env/env.ts'

const family = z
  .custom<Fetcher>()
  .optional()
  .register(about, { kind: 'service', meaning: 'the Worker of the family, under its name in upper case' })

export const GatewayEnv = z.object({
  ...pipelineVariables,
  ...agentVariables,
  ...Object.fromEntries(Object.keys(FAMILIES).map((name) => [name.toUpperCase(), family])),
})
