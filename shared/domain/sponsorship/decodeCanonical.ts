import { decodeFunctionData, type Abi, type AbiFunction, type DecodeFunctionDataReturnType, type Hex } from 'viem'
import { toFunctionSelector } from 'viem'
import { encodeCall } from '../../abi/encodeCall.ts'
import { Denial } from './RpcError.ts'

/** Whether calldata is of a function of an ABI; nothing of it is decoded. */
export const isCallOf = (abi: Abi, data: Hex): boolean => functionOf(abi, data) !== undefined

/**
 * Decodes calldata by an ABI. It must equal the encoding of its arguments: contracts ignore trailing bytes,
 * so two readers could understand one call differently.
 *
 * Throws Denial call_not_canonical.
 */
export function decodeCanonical<const A extends Abi>(abi: A, data: Hex): DecodeFunctionDataReturnType<A> {
  const found = functionOf(abi, data)
  const call = found && decoded(abi, data)
  const args: unknown = call?.args
  if (!call || encodeCall(found, Array.isArray(args) ? args : []) !== data) throw new Denial('call_not_canonical')
  return call
}

function decoded<const A extends Abi>(abi: A, data: Hex): DecodeFunctionDataReturnType<A> | undefined {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    // Not what the parameters of its function are encoded as.
    return undefined
  }
}

const functionOf = (abi: Abi, data: Hex): AbiFunction | undefined =>
  abi.find((item): item is AbiFunction => item.type === 'function' && toFunctionSelector(item) === data.slice(0, 10))

/**
 * The length of an array of calldata whose head has `head` words, without decoding it: many elements may share their bytes,
 * which decoding would repeat. `at` is its place in the head. Undefined if the array does not follow the head.
 */
export function arrayLength(data: Hex, head: number, at = 0): bigint | undefined {
  const word = (index: number) => data.slice(10 + 64 * index, 74 + 64 * index)
  const isThere = word(at).length === 64 && word(head).length === 64 && BigInt(`0x${word(at)}`) === BigInt(32 * head)
  return isThere ? BigInt(`0x${word(head)}`) : undefined
}
