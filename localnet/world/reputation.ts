import { keccak256, toHex, zeroHash } from 'viem'
import type { AccountRole } from './accounts.ts'
import { addressOf } from './accounts.ts'
import { jsonUri } from './documents.ts'
import type { Chain, Contract } from './openChain.ts'

export function deployReputation(chain: Chain, identityRegistry: Contract): Promise<Contract> {
  return chain.deploy('ReputationRegistry', [identityRegistry.address])
}

/**
 * Feedback on both agents: on agent 0 three values with different decimals (87, -32.5, 99.77), one of which its owner
 * responded to, and a further one that was revoked; on agent 1 one.
 */
export async function leaveFeedback(chain: Chain, reputation: Contract): Promise<void> {
  await give(chain, reputation, 'voter', { agentId: 0, value: 87n, decimals: 0, tags: ['starred', 'vaults'] })
  await give(chain, reputation, 'bidder', { agentId: 0, value: -325n, decimals: 1, tags: ['starred', ''] })
  await give(chain, reputation, 'borrower', { agentId: 0, value: 9977n, decimals: 2, tags: ['uptime', 'month'] })
  await give(chain, reputation, 'voter', { agentId: 0, value: 12n, decimals: 0, tags: ['starred', 'vaults'] })
  await chain.send('voter', reputation, 'revokeFeedback', [0, 2])
  const response = jsonUri({ text: 'Thank you: the late report has been mended.' })
  await chain.send('agent', reputation, 'appendResponse', [0, addressOf('bidder'), 1, response, zeroHash])
  await give(chain, reputation, 'agent', { agentId: 1, value: 100n, decimals: 0, tags: ['starred', 'bridges'] })
}

type Feedback = { agentId: number; value: bigint; decimals: number; tags: [string, string] }

/** One piece of feedback with its document and the document's hash (ERC-8004, "Giving Feedback"). */
async function give(
  chain: Chain,
  reputation: Contract,
  from: AccountRole,
  { agentId, value, decimals, tags }: Feedback,
): Promise<void> {
  const document = { agentId, clientAddress: addressOf(from), value: String(value), valueDecimals: decimals, tags }
  const hash = keccak256(toHex(JSON.stringify(document)))
  const endpoint = `https://agent-${agentId}.example`
  const args = [agentId, value, decimals, ...tags, endpoint, jsonUri(document), hash]
  await chain.send(from, reputation, 'giveFeedback', args)
}
