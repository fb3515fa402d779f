import type * as z from 'zod'
import { agentCard } from './agentCard.ts'
import { requireAgent, type CanonicalAgent } from '../../shared/domain/agents/canonicalAgent.ts'
import { domainProof } from '../../shared/domain/agents/domainProof.ts'
import { registrationFile } from '../../shared/domain/agents/registrationFile.ts'
import { agentOf } from '../../shared/env/agentEnv.ts'
import { chainOf } from '../../shared/env/env.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { GatewayEnv } from './env.ts'

/** What the host says about the agent that it is (ERC-8004; A2A 1.0), by path. */
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
