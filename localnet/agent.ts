import { addressOf } from './world/accounts.ts'
import { artworkUri } from './world/documents.ts'
import { validatorRole } from './world/validation.ts'

/** Who a local set-up is as an agent: the value of AGENT. Agent 0 belongs to the account `agent`. */
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
