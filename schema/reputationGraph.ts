/** The feedback on an agent as a graph. */
export const reputationGraph = {}
