import * as z from 'zod'
import { binding, optional } from '../../shared/env/declare.ts'
import { pipelineVariables } from '../../shared/env/env.ts'
import { url } from '../../shared/env/formats.ts'

export const SiteEnv = z.object({
  ...pipelineVariables,
  ASSETS: binding<Fetcher>('assets', 'static assets: the documents that the build generates'),
  LOCAL_WALLET_RPC: optional(url, {
    meaning:
      'wallet of a localnet, which signs with published keys for pages of this host. `npm start` sets it; a deployment must not',
    without: 'pages offer the wallets of the browser alone',
  }),
})
export type SiteEnv = z.output<typeof SiteEnv>
