import * as z from 'zod'
import { FAMILIES } from '../../schema/families.ts'
import { pipelineVariables } from '../../shared/env/env.ts'
import { familyService } from '../../shared/env/familyEnv.ts'

const others = Object.keys(FAMILIES).filter((name) => name !== 'mcp' && name !== 'gateway')

/** Families answer every call: this Worker has no chain, no store and no secret. */
export const McpEnv = z.object({
  ...pipelineVariables,
  ...Object.fromEntries(others.map((name) => [name.toUpperCase(), familyService])),
})
export type McpEnv = z.output<typeof McpEnv>
