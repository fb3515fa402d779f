import * as z from 'zod'
import { UnsignedCalldata } from '../calldata.ts'
import { EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull, textOrNull } from '../fields.ts'

const VaultToken = z.object({
  address: EvmAddress.describe('The token; vault shares are a token at the address of the vault'),
  symbol: textOrNull('Symbol of the token'),
  decimals: integerOrNull('Decimals of the token'),
})

/** The answer of every call on a vault: the amount that it fixes, and the one that the rate decides when it is mined. */
export const UnsignedVaultCall = UnsignedCalldata.extend({
  vault: EvmAddress.describe('The creator vault'),
  amount: amountOrNull(
    'Amount that the call fixes, in base units of `token`: assets of a deposit or withdrawal, vault shares of a redemption, a wrap or the queue, share tokens of an unwrap. `null` if unknown',
  ),
  token: VaultToken.nullable().describe('Token that `amount` counts; `null` if no node answered'),
  expectedAmount: amountOrNull(
    'Other amount of the call, in base units of `expectedToken`: the result of the simulation, else of the contract’s preview at the block of asOf. Rounded down, but up for the vault shares that a withdrawal takes. `null` if unknown. The block that mines the call decides',
  ),
  expectedToken: VaultToken.nullable().describe('Token that `expectedAmount` counts; `null` if no node answered'),
  limitAmount: amountOrNull(
    '`limitAmount` of the request, in base units of `expectedToken`; `null` if it has none. Nothing onchain enforces it',
  ),
  limitMet: flagOrNull(
    'Whether `expectedAmount` keeps to `limitAmount` at the block of asOf; `null` if there is no limit or the amount is unknown',
  ),
  maxAmount: amountOrNull(
    'Largest `amount` that the vault accepts at the block of asOf: maxDeposit, maxWithdraw or maxRedeem; `null` if the call has no such limit or it is unreadable',
  ),
}).meta({ id: 'UnsignedVaultCall', extends: UnsignedCalldata })

export const UnsignedDeposit = UnsignedVaultCall.extend({
  performanceFeeBps: integerOrNull(
    'Fee on the profit of the vault, in basis points. The vault takes it in shares when it reports; a deposit costs no fee. `null` if unreadable',
  ),
  managementFeeBps: integerOrNull(
    'Fee on all assets for a year, in basis points, taken in shares when the vault reports; `null` if unreadable',
  ),
}).meta({ id: 'UnsignedDeposit', extends: UnsignedVaultCall })

export const UnsignedQueuedWithdrawal = UnsignedVaultCall.extend({
  receiver: addressOrNull('Address that the claim pays; `null` if the queue has none for the sender'),
  unlockBlock: amountOrNull(
    'First block that allows the claim, at the earliest if the call is still to be mined; `null` if unknown',
  ),
}).meta({ id: 'UnsignedQueuedWithdrawal', extends: UnsignedVaultCall })

export const UnsignedWrap = UnsignedVaultCall.extend({
  wrapper: EvmAddress.describe('Wrapper of the vault, which the call goes to'),
  feeBps: amountOrNull(
    'Fee that the wrapper deducts from the vault shares, in basis points; `expectedAmount` is after it. `null` if unreadable',
  ),
}).meta({ id: 'UnsignedWrap', extends: UnsignedVaultCall })
