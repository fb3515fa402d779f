import { keccak256, toHex } from 'viem'
import { addressOf } from './accounts.ts'
import { jsonUri } from './documents.ts'
import type { Chain, Contract } from './openChain.ts'

export function deployValidation(chain: Chain, identityRegistry: Contract): Promise<Contract> {
  return chain.deploy('ValidationRegistry', [identityRegistry.address])
}

/** The validator of the local world. */
export const validatorRole = 'admin'

/**
 * Agent 0 was validated: its owner asked `admin`, who attested it in full. Each document has its hash on the chain
 * (ERC-8004, "Validation Registry").
 */
export async function validateAgent(chain: Chain, validation: Contract): Promise<void> {
  const request = { agentId: 0, measurement: 'the image that the agent runs', nonce: 1 }
  const requestHash = keccak256(toHex(JSON.stringify(request)))
  const validator = addressOf(validatorRole)
  await chain.send('agent', validation, 'validationRequest', [validator, 0, jsonUri(request), requestHash])
  const report = { requestHash, verdict: 'the quote is genuine, and of that image' }
  const responseHash = keccak256(toHex(JSON.stringify(report)))
  const response = [requestHash, 100, jsonUri(report), responseHash, 'tee-attestation']
  await chain.send(validatorRole, validation, 'validationResponse', response)
}
