import type { WorkspaceHandler } from '../context.ts'
import { plannedCalls } from './plan.ts'

/**
 * Simulates the calls of a plan on the state of one block; sends nothing. Throws what a chain read throws.
 */
export const dryRunDeploy: WorkspaceHandler<'dryRunDeploy'> = async ({ body, principal }, { chain, simulatePlan }) => {
  const calls = plannedCalls(body, principal)
  const { asOf } = await chain.read(() => ({}))
  return { asOf, data: { chainId: asOf.chainId, ...(await simulatePlan(calls, asOf.blockNumber)) } }
}
