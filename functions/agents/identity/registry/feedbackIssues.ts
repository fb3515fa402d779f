import { type Address, isAddressEqual } from 'viem'
import type { Issue } from '../../../../schema/issues.ts'
import type { Describe } from '../../../../shared/chain/calls.ts'
import { reputationActionsAbi } from '../encodeGiveFeedback.ts'
import { isOperator, type Operator, operatorCalls } from './operatorCalls.ts'

/** Why the registry would not accept feedback from a sender. */
export function givingIssues(agent: Operator, agentId: bigint): Issue[] {
  if (agent.owner === null)
    return [
      {
        code: 'agent_not_found',
        message: `agentId: the identity registry has no agent ${agentId}`,
        reverts: 'ERC721NonexistentToken',
      },
    ]
  if (isOperator(agent) !== true) return []
  return [
    {
      code: 'self_feedback',
      message: `agentId: the sender ${agent.spender} owns or operates agent ${agentId}; feedback must come from another address`,
      reverts: 'Self-feedback not allowed',
    },
  ]
}

/** One piece of feedback as it was read; null if unknown. */
interface Given {
  readonly lastIndex: bigint | null
  readonly isRevoked: boolean | null
}

/** Why the registry would not find a client's feedback. */
export function givenIssues({ lastIndex }: Given, agentId: bigint, client: Address, index: bigint): Issue[] {
  if (lastIndex === null || index <= lastIndex) return []
  const has = lastIndex === 0n ? 'no feedback' : `feedback 1 to ${lastIndex}`
  return [
    {
      code: 'feedback_not_found',
      message: `feedbackIndex: does not exist; the registry has ${has} of ${client} on agent ${agentId}`,
      reverts: 'index out of bounds',
      lastIndex: String(lastIndex),
    },
  ]
}

/** Why the registry would not revoke what it finds. */
export const revokedIssues = ({ isRevoked }: Given, index: bigint): Issue[] =>
  isRevoked === true
    ? [
        {
          code: 'feedback_already_revoked',
          message: `feedbackIndex: feedback ${index} is already revoked`,
          reverts: 'Already revoked',
        },
      ]
    : []

/** Whether the reputation registry is about the agents that are served. */
export const registryIssues = (itsRegistry: Address, served: Address | undefined): Issue[] =>
  served === undefined || isAddressEqual(itsRegistry, served)
    ? []
    : [
        {
          code: 'registry_mismatch',
          message: `the reputation registry is for agents of ${itsRegistry}, not of ${served}, so this call is about another agent`,
        },
      ]

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
