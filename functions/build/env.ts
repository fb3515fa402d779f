import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { pipelineVariables } from '../../shared/env/env.ts'

export const BuildEnv = z.object({ ...pipelineVariables, ...authVariables })
export type BuildEnv = z.output<typeof BuildEnv>
