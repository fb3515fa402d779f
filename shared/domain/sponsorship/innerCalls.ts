import { parseAbi, type Address, type Hex } from 'viem'
import { arrayLength, decodeCanonical, isCallOf } from './decodeCanonical.ts'
import { Denial } from './RpcError.ts'

/** Functions that make a wallet execute calls (coinbase/smart-wallet, CoinbaseSmartWallet.sol). */
const executeAbi = parseAbi(['function execute(address target, uint256 value, bytes data)'])
const executeBatchAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])

/** A call that a wallet makes. */
export interface InnerCall {
  readonly target: Address
  readonly data: Hex
}

const MOST = 32n

/**
 * The calls that an operation has its wallet make, at most 32 and none with value. Throws Denial call_not_supported,
 * call_not_canonical, too_many_calls, value_not_sponsored.
 */
export function innerCalls(callData: Hex): InnerCall[] {
  const calls = walletCalls(callData)
  if (calls.some(({ value }) => value !== 0n)) throw new Denial('value_not_sponsored')
  return calls
}

/**
 * The calls that calldata has its wallet make, at most 32. Throws Denial call_not_supported, call_not_canonical,
 * too_many_calls.
 */
export function walletCalls(callData: Hex): (InnerCall & { readonly value: bigint })[] {
  if (isCallOf(executeAbi, callData)) {
    const [target, value, data] = decodeCanonical(executeAbi, callData).args
    return [{ target, value, data }]
  }
  if (!isCallOf(executeBatchAbi, callData)) throw new Denial('call_not_supported')
  const count = arrayLength(callData, 1)
  if (count === undefined) throw new Denial('call_not_canonical')
  if (count > MOST) throw new Denial('too_many_calls')
  if (count === 0n) throw new Denial('call_not_supported')
  return [...decodeCanonical(executeBatchAbi, callData).args[0]]
}
