import { isAddressEqual, type Address } from 'viem'
import { decodeCanonical, isCallOf } from '../../../../shared/domain/sponsorship/decodeCanonical.ts'
import type { InnerCall } from '../../../../shared/domain/sponsorship/innerCalls.ts'
import type { Policy } from '../../../../shared/domain/sponsorship/policy.ts'
import { Denial } from '../../../../shared/domain/sponsorship/RpcError.ts'
import { vaultCallsAbi, vestingCallsAbi, wrapperCallsAbi } from '../../../../shared/domain/sponsorship/legacyAbi.ts'

/** The contracts that a withdrawal calls. */
export interface NamedParties {
  readonly vault: Address | undefined
  readonly wrapper: Address | undefined
  readonly vestings: readonly Address[]
}

/**
 * The contracts that the calls of a withdrawal name, of one vault, once their arguments give everything to the sender.
 *
 * Throws Denial legacy_function_not_sponsored, legacy_receiver_mismatch, legacy_owner_mismatch,
 * legacy_emergency_withdraw_recipient_mismatch, legacy_vault_mismatch, legacy_target_not_allowed, call_not_canonical.
 */
export function namedParties(calls: readonly InnerCall[], sender: Address, policy: Policy): NamedParties {
  const vaults = new Set<Address>()
  const wrappers = new Set<Address>()
  const vestings = new Set<Address>()
  for (const { target, data } of calls) {
    if (isCallOf(vestingCallsAbi, data)) {
      decodeCanonical(vestingCallsAbi, data)
      vestings.add(target)
    } else if (isCallOf(wrapperCallsAbi, data)) {
      decodeCanonical(wrapperCallsAbi, data)
      wrappers.add(target)
    } else {
      requireOwn(decodeCanonical(vaultCallsAbi, data), sender, policy)
      vaults.add(target)
    }
  }
  if (vaults.size > 1 || wrappers.size > 1) throw new Denial('legacy_vault_mismatch')
  if (new Set([...vaults, ...wrappers, ...vestings]).size < vaults.size + wrappers.size + vestings.size)
    throw new Denial('legacy_target_not_allowed')
  return { vault: [...vaults][0], wrapper: [...wrappers][0], vestings: [...vestings] }
}

type VaultCall = ReturnType<typeof decodeCanonical<typeof vaultCallsAbi>>

/** Whatever a call of the vault pays out goes to the sender, and whatever it takes is the sender's. */
function requireOwn(call: VaultCall, sender: Address, { emergencyExits }: Policy): void {
  switch (call.functionName) {
    case 'redeem':
      if (!isAddressEqual(call.args[1], sender)) throw new Denial('legacy_receiver_mismatch')
      if (!isAddressEqual(call.args[2], sender)) throw new Denial('legacy_owner_mismatch')
      return
    case 'queueWithdrawal':
      if (!isAddressEqual(call.args[1], sender)) throw new Denial('legacy_receiver_mismatch')
      return
    case 'claimQueuedWithdrawal':
      return
    case 'emergencyWithdraw':
      if (!isAddressEqual(call.args[1], sender)) throw new Denial('legacy_emergency_withdraw_recipient_mismatch')
  }
  if (!emergencyExits) throw new Denial('legacy_function_not_sponsored')
}
