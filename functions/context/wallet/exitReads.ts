import type { Address } from 'viem'
import type { Describe, Ref } from '../../../shared/chain/calls.ts'
import { creatorVaultAbi, vaultExchangeAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { wrapperAbi } from '../../../shared/domain/vault/protocolAbis.ts'

interface ExitsOf {
  readonly vault: Ref<Address>
  readonly wrapper: Ref<Address>
  readonly wallet: Address
}

/** Reads of the deposits, withdrawals and wraps that are open to a wallet. */
export function exitReads({ at }: Describe, { vault, wrapper, wallet }: ExitsOf) {
  const own = at(vault, vaultExchangeAbi)
  const supply = own('totalSupply')
  return {
    supply,
    /** The value of all shares, which gives their rate. */
    worth: own('convertToAssets', [supply]),
    mostDeposit: own('maxDeposit', [wallet]),
    mostRedeem: own('maxRedeem', [wallet]),
    mode: at(vault, creatorVaultAbi)('vaultMode'),
    threshold: own('largeWithdrawalThreshold'),
    queued: own('queuedWithdrawals', [wallet]),
    lastDeposit: own('lastDepositBlock', [wallet]),
    delay: own('withdrawDelayBlocks'),
    wrapper,
    wrapped: at(wrapper, wrapperAbi)('vault'),
    lastWrap: at(wrapper, wrapperAbi)('lastWrapperDepositBlock', [wallet]),
    wrapDelay: at(wrapper, wrapperAbi)('wrapperWithdrawDelayBlocks'),
  }
}
