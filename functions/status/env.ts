import * as z from 'zod'
import { FAMILIES } from '../../schema/families.ts'
import { pipelineVariables } from '../../shared/env/env.ts'
import { familyService } from '../../shared/env/familyEnv.ts'

const others = Object.keys(FAMILIES).filter((name) => !['status', 'mcp', 'gateway'].includes(name))

/** The families say which providers they have configured. */
export const StatusEnv = z.object({
  ...pipelineVariables,
  ...Object.fromEntries(others.map((name) => [name.toUpperCase(), familyService])),
})
