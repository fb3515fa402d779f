import { decodeFunctionResult, type Address, type Hex } from 'viem'
import { encodeBytes, wordOf } from '../abi/encodeBytes.ts'
import { multicall3Abi } from '../abi/multicall3.ts'

export interface AggregateCall {
  readonly target: Address
  readonly allowFailure: boolean
  readonly callData: Hex
}

export interface AggregateResult {
  readonly success: boolean
  readonly returnData: Hex
}

/** Selector of `aggregate3((address,bool,bytes)[])`. */
const AGGREGATE3 = '0x82ad56cb'

/** Calldata of Multicall3's `aggregate3` (ABI specification, "Formal Specification of the Encoding"). */
export function encodeAggregate(calls: readonly AggregateCall[]): Hex {
  let offsets = ''
  let tuples = ''
  for (const { target, allowFailure, callData } of calls) {
    offsets += wordOf(32 * calls.length + tuples.length / 2)
    tuples += `${target.slice(2).toLowerCase().padStart(64, '0')}${wordOf(allowFailure ? 1 : 0)}${wordOf(96)}`
    tuples += encodeBytes(callData)
  }
  return `${AGGREGATE3}${wordOf(32)}${wordOf(calls.length)}${offsets}${tuples}`
}

/** The result of `aggregate3`. Throws viem's error for other bytes. */
export const decodeAggregate = (data: Hex): readonly AggregateResult[] =>
  readResults(data.slice(2).toLowerCase()) ??
  decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })

/** Results as a compiler lays them out, which costs a fraction of decoding any layout; undefined for another one. */
function readResults(digits: string): AggregateResult[] | undefined {
  const numberAt = (at: number): number => (at + 64 <= digits.length ? Number(`0x${digits.slice(at, at + 64)}`) : NaN)
  const count = numberAt(64)
  if (numberAt(0) !== 32 || !(64 * (2 + count) <= digits.length)) return undefined
  const results: AggregateResult[] = []
  for (let i = 0; i < count; i++) {
    const at = 128 + 2 * numberAt(128 + 64 * i)
    const [success, offset, length] = [numberAt(at), numberAt(at + 64), numberAt(at + 128)]
    const from = at + 192
    if ((success !== 0 && success !== 1) || offset !== 64 || !(from + 2 * length <= digits.length)) return undefined
    results.push({ success: success === 1, returnData: `0x${digits.slice(from, from + 2 * length)}` })
  }
  return results
}
