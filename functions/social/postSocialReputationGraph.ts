import { answerGraph } from './graph/answerGraph.ts'
import type { SocialHandler } from './context.ts'

/**
 * The feedback on an agent as a graph (ERC-8004), stored permanently unless `store` is false.
 *
 * Throws agent_not_found, role_not_configured, feedback_index_unavailable for an agent that the index has yet to see,
 * store_unavailable where it is to be stored, and what a chain read throws.
 */
export const postSocialReputationGraph: SocialHandler<'postSocialReputationGraph'> = ({ body, principal }, context) =>
  answerGraph(body, principal, context)
