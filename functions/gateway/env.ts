import * as z from 'zod'
import { FAMILIES } from '../../schema/families.ts'
import { binding } from '../../shared/env/declare.ts'
import { pipelineVariables } from '../../shared/env/env.ts'

const family = binding<Fetcher>('service', 'the Worker of each family, under its name in upper case').optional()

export const GatewayEnv = z.object({
  ...pipelineVariables,
  ...Object.fromEntries(Object.keys(FAMILIES).map((name) => [name.toUpperCase(), family])),
})
