/** Transactions of the agent registries. */
export const agentWrites = {}
