import { addressOf } from './world/accounts.ts'
import { validatorRole } from './world/agents.ts'
import { artworkUri } from './world/documents.ts'

/** AGENT of a local world: agent 0, which belongs to the account `agent`. */
export const localAgent = JSON.stringify({
  agentId: '0',
  name: 'Lantern',
  description: 'Lantern answers questions about creator vaults and builds unsigned transactions for them.',
  image: artworkUri('L', '#1d2b2a', '#d7f5e9'),
  wallet: addressOf('agent'),
  categories: ['defi', 'vaults'],
  supportedTrust: ['reputation', 'tee-attestation'],
  validators: [addressOf(validatorRole)],
})
