import type { Issue } from '../../../../schema/issues.ts'
import { isOperator, type Operator } from './operatorCalls.ts'

/** Why the identity registry would not let a sender change an agent. */
export const operatorIssues = (sender: Operator, agentId: bigint): Issue[] =>
  isOperator(sender) === false
    ? [
        {
          code: 'not_agent_operator',
          message: `from: ${sender.spender} is neither the owner nor an operator of agent ${agentId}`,
          reverts: 'Not authorized',
        },
      ]
    : []
