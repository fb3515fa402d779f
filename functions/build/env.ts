import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { readVariables } from '../../shared/env/env.ts'

export const BuildEnv = z.object({ ...readVariables, ...authVariables })
export type BuildEnv = z.output<typeof BuildEnv>
