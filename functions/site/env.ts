import * as z from 'zod'
import { binding } from '../../shared/env/declare.ts'
import { pipelineVariables } from '../../shared/env/env.ts'

export const SiteEnv = z.object({
  ...pipelineVariables,
  ASSETS: binding<Fetcher>('assets', 'static assets: the documents that the build generates'),
})
export type SiteEnv = z.output<typeof SiteEnv>
