import * as z from 'zod'
import { about, binding, optional } from '../../shared/env/declare.ts'
import { pipelineVariables } from '../../shared/env/env.ts'
import { familyService } from '../../shared/env/familyEnv.ts'
import { url } from '../../shared/env/formats.ts'
import type { CardService } from '../../shared/imaging/Card.ts'

/** Absent where `token` does not run. */
const cards = z
  .custom<CardService>((value) => typeof value === 'object' && value !== null)
  .optional()
  .register(about, { kind: 'service', meaning: 'entrypoint `Cards` of `token`, which draws pictures for previews' })

export const SiteEnv = z.object({
  ...pipelineVariables,
  ASSETS: binding<Fetcher>('assets', 'static assets: the documents that the build generates'),
  LOCAL_WALLET_RPC: optional(url, {
    meaning:
      'wallet of a localnet, which signs with published keys for pages of this host. `npm start` sets it; a deployment must not',
    without: 'pages offer the wallets of the browser alone',
  }),
  // Pages of entities are drawn from what their families answer.
  VAULT: familyService,
  AUCTION: familyService,
  AGENTS: familyService,
  LOTTERY: familyService,
  GAUGE: familyService,
  CARDS: cards,
})
export type SiteEnv = z.output<typeof SiteEnv>
