import { isAddressEqual, type Abi, type Address } from 'viem'
import type { ChainConfig } from '../../chain/config.ts'
import { agentRegistryAbi, reputationFeedbackAbi } from '../agents/registryActions.ts'
import { decodeCanonical, isCallOf } from './decodeCanonical.ts'
import type { InnerCall } from './innerCalls.ts'
import { legacyAbi } from './legacyAbi.ts'
import type { Mode, Policy } from './policy.ts'
import { Denial } from './RpcError.ts'

/**
 * The kind of an operation by its calls: all of them of one kind that the policy sponsors and for which the chain has the
 * contracts. Throws Denial mode_not_allowed, call_not_canonical.
 */
export function modeOf(
  calls: readonly InnerCall[],
  { contracts }: Pick<ChainConfig, 'contracts'>,
  policy: Policy,
): Mode {
  const { identityRegistry, reputationRegistry, deploymentBatcher } = contracts
  const mode = isAllOf(calls, agentRegistryAbi, identityRegistry)
    ? 'agent_registry'
    : isAllOf(calls, reputationFeedbackAbi, reputationRegistry)
      ? 'reputation_feedback'
      : deploymentBatcher && calls.every(({ data }) => isCallOf(legacyAbi, data))
        ? 'legacy_withdraw'
        : undefined
  if (mode === undefined || !policy.modes.includes(mode)) throw new Denial('mode_not_allowed')
  return mode
}

function isAllOf(calls: readonly InnerCall[], abi: Abi, contract: Address | undefined): boolean {
  const isSuch = ({ target, data }: InnerCall) => isAddressEqual(target, contract ?? target) && isCallOf(abi, data)
  if (contract === undefined || !calls.every(isSuch)) return false
  for (const { data } of calls) decodeCanonical(abi, data)
  return true
}
