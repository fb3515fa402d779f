/** Feedback on agents, as it was given. */
export const agentFeedback = {}
