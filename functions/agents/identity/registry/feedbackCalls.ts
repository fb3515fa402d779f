import type { Address } from 'viem'
import type { Describe } from '../../../../shared/chain/calls.ts'
import { operatorCalls } from './operatorCalls.ts'
import { reputationActionsAbi } from './reputationActionsAbi.ts'

/** Calls that show whether a reputation registry accepts feedback of a sender: the agent, in the registry that it asks itself. */
export function givingCalls(describe: Describe, reputation: Address, agentId: bigint, sender: Address) {
  const identityRegistry = describe.at(reputation, reputationActionsAbi)('getIdentityRegistry')
  return { identityRegistry, agent: operatorCalls(describe, identityRegistry, agentId, sender), given: null }
}

/** Calls that show one piece of feedback of a client: whether it is there, and whether it was revoked. */
export function givenCalls(describe: Describe, reputation: Address, agentId: bigint, client: Address, index: bigint) {
  const call = describe.at(reputation, reputationActionsAbi)
  const feedback = call('readFeedback', [agentId, client, index])
  return {
    identityRegistry: call('getIdentityRegistry'),
    agent: null,
    given: {
      lastIndex: call('getLastIndex', [agentId, client]),
      // The fifth word: the tags, which may be long, are not decoded.
      isRevoked: describe.word<boolean>(feedback, 4),
    },
  }
}
