/** Who an agent is, and whether it can be found. */
export const agentIdentity = {}
