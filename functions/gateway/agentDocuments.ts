import type * as z from 'zod'
import { type CanonicalAgent, requireAgent } from '../../shared/domain/agents/canonicalAgent.ts'
import { domainProof } from '../../shared/domain/agents/domainProof.ts'
import { registrationFile } from '../../shared/domain/agents/registrationFile.ts'
import { agentOf } from '../../shared/env/agentEnv.ts'
import { chainOf } from '../../shared/env/env.ts'
import { saleOf } from '../../shared/env/paymentEnv.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { agentCard } from './agentCard.ts'
import { GatewayEnv } from './env.ts'

/** Documents of the host about its own agent (ERC-8004; A2A 1.0), by path. */
const DOCUMENTS = {
  '/.well-known/agent-registration.json': registrationFile,
  '/.well-known/erc8004.json': domainProof,
  '/.well-known/agent-card.json': agentCard,
} as const

/** Made once for each environment: an isolate has one. */
const made = new WeakMap<object, CanonicalAgent>()

function canonicalAgentOf(env: object): CanonicalAgent {
  const known = made.get(env)
  if (known) return known
  const read: z.output<typeof GatewayEnv> = openEnv(GatewayEnv, env)
  const { BASE_URL: baseUrl, APP_URL: appUrl = new URL(baseUrl).origin } = read
  const found = requireAgent({ agent: agentOf(read), config: chainOf(read), baseUrl, appUrl })
  made.set(env, found)
  return found
}

const document = (make: (agent: CanonicalAgent) => object, env: object): PlainDocument => ({
  body: JSON.stringify(make(canonicalAgentOf(env))),
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    // Clients in browsers and other services compare it.
    'access-control-allow-origin': '*',
  },
})

/** Documents by path; each throws agent_not_configured, role_not_configured. */
export const AGENT_DOCUMENTS = Object.entries(DOCUMENTS).map(
  ([path, make]) => [path, (env: object): PlainDocument => document(make, env)] as const,
)

/**
 * The paid resources of this host (x402): the URLs (`resources`, `version` 1), and each with its price as 402 states it
 * (`items`), without the EIP-712 domain of the asset, which only the chain has. Empty if nothing is sold.
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
