/** An agent's id in an answer: a JSON integer as long as that is exact. */
export const agentIdJson = (agentId: bigint): number | string =>
  agentId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(agentId) : String(agentId)
