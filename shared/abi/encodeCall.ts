import { concatHex, encodeAbiParameters, toFunctionSelector, type AbiFunction, type Hex } from 'viem'

const selectors = new WeakMap<AbiFunction, Hex>()

/** The selector of a function (first four bytes of the hash of its signature), hashed once for each ABI entry. */
function selectorOf(item: AbiFunction): Hex {
  const known = selectors.get(item)
  if (known) return known
  const selector = toFunctionSelector(item)
  selectors.set(item, selector)
  return selector
}

/**
 * Calldata of a function (Contract ABI specification). Hashing a signature costs more than the rest of encoding a call,
 * and a read makes dozens of calls.
 */
export const encodeCall = (item: AbiFunction, args: readonly unknown[]): Hex =>
  concatHex([selectorOf(item), encodeAbiParameters(item.inputs, args)])
