import { decodeAbiParameters, parseAbi, size, slice, toFunctionSelector, type AbiItem, type Hex } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { contractErrors } from './contractErrors.ts'
import { plainText } from '../text/plainText.ts'
import { type NamedArgs, nameArgs } from './encodeStep.ts'
import { OUT_OF_FUNDS, type CallOutcome } from './Attempt.ts'
import { fixOf } from './revertFixes.ts'

export interface Revert {
  /**
   * A custom error, `Error` for a text, `Panic` for a code; null if there is no reason, or it is an error of an unknown
   * contract.
   */
  readonly name: string | null
  readonly args: NamedArgs
  readonly message: string
  /** Fix for it; null if unknown. */
  readonly fix: string | null
}

/** The maximum length of a contract's own text that is passed on. */
const TEXT_LIMIT = 200
/** The most bytes that are decoded of a revert: a foreign contract may return any number. */
const MOST_BYTES = 4096

/**
 * Why a call reverted, from what it returned (Contract ABI specification, "Encoding of errors"): custom errors of all
 * contract roles by name, `Error(string)`, `Panic(uint256)`.
 */
export function decodeRevert(data: Hex): Revert {
  if (data === '0x') return { name: null, args: {}, message: 'reverted without a reason', fix: null }
  if (size(data) > MOST_BYTES)
    return {
      name: null,
      args: {},
      message: `reverted with ${size(data)} bytes of data that start with ${data.slice(0, 10)}`,
      fix: null,
    }
  try {
    const { name: errorName, inputs } = errorOf(slice(data, 0, 4))
    const args = inputs.length > 0 ? decodeAbiParameters(inputs, slice(data, 4)) : []
    const named = nameArgs(inputs, args)
    if (errorName === 'Error') {
      const text = plainText(String(args[0]), TEXT_LIMIT)
      return { name: 'Error', args: { message: text }, message: text, fix: fixOf('Error', text) }
    }
    const parts = Object.entries(named).map(
      ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    const message = plainText(`${errorName}(${parts.join(', ')})`, 2 * TEXT_LIMIT)
    return { name: errorName, args: named, message, fix: fixOf(errorName, message) }
  } catch {
    return { name: null, args: {}, message: `reverted with an unknown error ${data.slice(0, 10)}`, fix: null }
  }
}

type ContractError = Extract<AbiItem, { type: 'error' }>

const SOLIDITY = parseAbi(['error Error(string message)', 'error Panic(uint256 reason)'])

/** By selector; of several with the same one, the first. Hashed once: a simulation often ends in a revert. */
let known: ReadonlyMap<Hex, ContractError> | undefined

/** Throws an Error if no contract role has it. */
function errorOf(selector: Hex): ContractError {
  if (!known) {
    const made = new Map<Hex, ContractError>()
    for (const item of [...contractErrors, ...SOLIDITY]) {
      const own = item.type === 'error' ? toFunctionSelector(formatAbiItem(item)) : undefined
      if (item.type === 'error' && own && !made.has(own)) made.set(own, item)
    }
    known = made
  }
  const found = known.get(selector)
  if (!found) throw new Error('no contract role has this error')
  return found
}

/** Why a simulated call failed. */
export const revertOf = ({ returned, reason }: CallOutcome): Revert =>
  reason === undefined
    ? decodeRevert(returned)
    : { name: null, args: {}, message: reason, fix: reason === OUT_OF_FUNDS ? fixOf('InsufficientBalance', '') : null }
