import type { ErrorGuide } from './ErrorGuide.ts'

/** Agents, their feedback and what is stored about them. */
export const agentErrors = {
  agent_not_found: {
    cause: 'No agent with this id is registered in the identity registry (ERC-8004) at this block, or it was burned.',
    fix: 'Check agentId; `ownerOf` of the identity registry answers for every agent that exists.',
  },
  feedback_not_found: {
    cause: 'This client has not left feedback with this index on this agent.',
    fix: 'Check `client` and `feedbackIndex`. Indexes count from 1 for each client of an agent, so 0 never exists; mode=all lists what does.',
  },
  feedback_index_unavailable: {
    cause: 'The index of feedback cannot answer at the moment: it is still being filled, or too far behind the chain.',
    fix: 'Try again after `Retry-After`, or use another mode, which reads the registry itself.',
  },
} satisfies ErrorGuide
