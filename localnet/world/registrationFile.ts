import type { Address } from 'viem'
import { artworkUri } from './documents.ts'

interface Registration {
  readonly chainId: number
  /** The identity registry. */
  readonly registry: Address
  readonly agentId: number
  readonly name: string
}

/** An agent's registration file (ERC-8004, "Agent URI and Agent Registration File"). */
export const registrationFile = ({ chainId, registry, agentId, name }: Registration) => ({
  type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
  name,
  description: `${name} watches creator vaults and acts for its owner.`,
  image: artworkUri(name.slice(0, 1), '#1d2b2a', '#d7f5e9'),
  services: [{ name: 'web', endpoint: `https://${name.toLowerCase()}.example` }],
  active: true,
  registrations: [{ agentId, agentRegistry: `eip155:${chainId}:${registry}` }],
  supportedTrust: ['reputation'],
})
