import {
  concatHex,
  encodeAbiParameters,
  toFunctionSelector,
  toFunctionSignature,
  type AbiFunction,
  type Hex,
} from 'viem'
import { encodeLists } from './encodeLists.ts'
import { encodeStatic } from './encodeStatic.ts'

/** A value that depends on the ABI entry alone, made once for each. */
export function perFunction<T>(make: (item: AbiFunction) => T): (item: AbiFunction) => T {
  const made = new WeakMap<AbiFunction, T>()
  return (item) => {
    const known = made.get(item)
    if (known !== undefined) return known
    const value = make(item)
    made.set(item, value)
    return value
  }
}

/** The selector of a function: the first four bytes of the hash of its signature. */
const selectorOf: (item: AbiFunction) => Hex = perFunction((item) => toFunctionSelector(item))
/** The canonical signature of a function, such as `approve(address,uint256)`. */
export const signatureOf: (item: AbiFunction) => string = perFunction((item) => toFunctionSignature(item))

/**
 * Calldata of a function (Contract ABI specification). Hashing a signature costs more than the rest of encoding a call,
 * and a read makes dozens of calls.
 */
export function encodeCall(item: AbiFunction, args: readonly unknown[]): Hex {
  const digits = encodeStatic(item.inputs, args) ?? encodeLists(item.inputs, args)
  return digits === undefined
    ? concatHex([selectorOf(item), encodeAbiParameters(item.inputs, args)])
    : `${selectorOf(item)}${digits}`
}
