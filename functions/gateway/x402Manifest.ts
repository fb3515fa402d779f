import type * as z from 'zod'
import { chainOf } from '../../shared/env/env.ts'
import { saleOf } from '../../shared/env/paymentEnv.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { GatewayEnv } from './env.ts'

/**
 * What of this host is paid for by x402: the URLs (`resources`, `version` 1), and each with its price as 402 states it
 * (`items`), but for what a payer signs of the asset, which only the chain says. Empty where nothing is sold.
 */
export function x402Manifest(env: object): PlainDocument {
  const read: z.output<typeof GatewayEnv> = openEnv(GatewayEnv, env)
  const { chainId, contracts } = chainOf(read)
  const sale = saleOf(read, read.AGENT?.wallet)
  const { usdc: asset, identityRegistry, reputationRegistry } = contracts
  const items =
    sale && asset && identityRegistry && reputationRegistry
      ? [
          {
            resource: `${read.BASE_URL}/v1/agents/feedback/review`,
            type: 'http',
            method: 'POST',
            description: 'A technical review of an ERC-8004 agent',
            mimeType: 'application/json',
            x402Version: 2,
            accepts: [{ scheme: 'exact', network: `eip155:${chainId}`, asset, amount: sale.amount, payTo: sale.payTo }],
          },
        ]
      : []
  return {
    body: JSON.stringify({ version: 1, x402Version: 2, resources: items.map(({ resource }) => resource), items }),
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
  }
}
