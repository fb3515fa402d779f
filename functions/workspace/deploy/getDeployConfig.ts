import { DRY_RUN_BYTES, PLAN_BYTES } from '../../../schema/workspace/deploy.ts'
import { MOST_CALLS } from '../../../schema/workspace/deployBodies.ts'
import type { Role } from '../../../shared/chain/config.ts'
import { SESSION_DAYS, SESSIONS_PER_OWNER } from '../store/deploySessions.ts'
import type { WorkspaceHandler } from '../context.ts'

/** Contracts and limits for deploying a vault, from the chain's configuration; reads nothing. Throws nothing of its own. */
export const getDeployConfig: WorkspaceHandler<'getDeployConfig'> = async (_, { chain: { config } }) => {
  const contract = (role: Role) => {
    const address = config.contracts[role] ?? null
    return { address, reason: address === null ? ('not_configured' as const) : null }
  }
  const [deploymentBatcher, registry] = [contract('deploymentBatcher'), contract('registry')]
  return {
    data: {
      chainId: config.chainId,
      contracts: {
        deploymentBatcher,
        registry,
        usdc: contract('usdc'),
        dexFactory: contract('dexFactory'),
        lpVaultFactory: contract('lpVaultFactory'),
        lendpoolFactory: contract('lendpoolFactory'),
      },
      canDeploy: deploymentBatcher.address !== null && registry.address !== null,
      limits: {
        callsPerPlan: MOST_CALLS,
        planBytes: PLAN_BYTES,
        dryRunBytes: DRY_RUN_BYTES,
        sessionsPerOwner: SESSIONS_PER_OWNER,
        sessionDays: SESSION_DAYS,
      },
    },
  }
}
