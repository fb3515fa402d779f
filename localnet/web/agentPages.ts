import type { Address } from 'viem'
import { registrationFile } from '../world/registrationFile.ts'
import { type Document, jsonPage } from './Page.ts'

/** The part of a world that its agents' sites speak of. */
export interface AgentWorld {
  readonly chainId: number
  readonly contracts: Readonly<Record<string, Address>> & { readonly identityRegistry: Address }
}

/** Names of the agents of the local world, by id. */
const NAMES = ['Lantern', 'Harbour']

/**
 * The sites of the agents: a page, and the registration file that proves the domain (ERC-8004, "Endpoint Domain
 * Verification"). By URL.
 */
export function agentPages({ chainId, contracts }: AgentWorld): Record<string, Document> {
  return Object.fromEntries(
    NAMES.flatMap((name, agentId) => {
      const origin = `https://${name.toLowerCase()}.example`
      const file = registrationFile({ chainId, registry: contracts.identityRegistry, agentId, name })
      return [
        [`${origin}/`, { headers: { 'content-type': 'text/html' }, body: `<title>${name}</title><p>${name} is here.` }],
        [`${origin}/.well-known/agent-registration.json`, jsonPage(file)],
      ]
    }),
  )
}
