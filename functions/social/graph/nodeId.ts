import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'

/** Ids of a graph's nodes. */
export const nodeId = {
  agent: (agentId: bigint): string => `agent:${agentId}`,
  reviewer: (client: Address): string => `reviewer:${lower(client)}`,
  responder: (responder: Address): string => `responder:${lower(responder)}`,
  feedback: (client: Address, index: bigint | number): string => `feedback:${lower(client)}:${index}`,
}
