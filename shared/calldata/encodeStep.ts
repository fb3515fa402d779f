import {
  decodeAbiParameters,
  getAddress,
  sliceHex,
  type Abi,
  type AbiFunction,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type Hex,
  type AbiParameter,
} from 'viem'
import { decodeWords } from '../abi/decodeWords.ts'
import { encodeCall, signatureOf } from '../abi/encodeCall.ts'

/** A decoded value as JSON: integers as decimal strings, addresses checksummed, bytes as hex, tuples by name. */
type JsonValue = string | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }
export type NamedArgs = Readonly<Record<string, JsonValue>>

/** Decoded values by the names of their parameters, by position (`arg0`) where the ABI has no name. */
export const nameArgs = (inputs: readonly AbiParameter[], values: readonly unknown[]): NamedArgs =>
  Object.fromEntries(
    inputs.map((input, i) => [
      input.name === undefined || input.name === '' ? `arg${i}` : input.name,
      toJson(values[i]),
    ]),
  )

function toJson(value: unknown): JsonValue {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]))
  return null
}

/**
 * One unsigned call and its description: `function`, `args` and `description` are made from `data`, not from the
 * request.
 */
export interface Step {
  readonly to: Address
  readonly data: Hex
  /** Wei as a decimal string. */
  readonly value: string
  /** The signature whose hash the selector is. */
  readonly function: string
  readonly args: NamedArgs
  readonly description: string
}

type Writes = 'nonpayable' | 'payable'

/** A call to encode. Of an overloaded function, the overload with this number of arguments is meant. */
interface Call<A extends Abi, N extends ContractFunctionName<A, Writes>> {
  readonly to: Address
  readonly abi: A
  readonly functionName: N
  readonly args: ContractFunctionArgs<A, Writes, N>
  /** Wei. */
  readonly value?: bigint
  /** One sentence about the decoded arguments, naming each amount and address. */
  readonly describe: (args: ContractFunctionArgs<A, Writes, N>) => string
}

/**
 * Encodes a call (Contract ABI specification) and reads its bytes back.
 *
 * Throws an Error when the arguments do not fit the ABI: the operation's schema has let a wrong value through.
 *
 * @example
 * encodeStep({ to: escrow, abi: voteEscrowAbi, functionName: 'increaseLock', args: [10n], describe: ([amount]) => `Add ${amount}.` })
 */
export function encodeStep<const A extends Abi, N extends ContractFunctionName<A, Writes>>(call: Call<A, N>): Step {
  const item = findFunction(call.abi, call.functionName, toList(call.args).length)
  const data = encodeCall(item, toList(call.args))
  const args = decodeLike(item, data, call.args)
  return {
    to: getAddress(call.to),
    data,
    value: String(call.value ?? 0n),
    function: signatureOf(item),
    args: nameArgs(item.inputs, toList(args)),
    description: call.describe(args),
  }
}

function findFunction(abi: Abi, name: string, count: number): AbiFunction {
  const item = abi.find(
    (entry): entry is AbiFunction => entry.type === 'function' && entry.name === name && entry.inputs.length === count,
  )
  if (!item) throw new Error(`the ABI has no function ${name} with ${count} arguments`)
  return item
}

const toList = (args: unknown): readonly unknown[] => (Array.isArray(args) ? args : [])

/** The arguments in `data`, with the type of those that it was encoded from: they encode to the same bytes. */
function decodeLike<Args>(item: AbiFunction, data: Hex, like: Args): Args {
  const decoded = decodeWords(item.inputs, data) ?? decodeAbiParameters(item.inputs, sliceHex(data, 4))
  const isLike = (value: unknown): value is Args => Array.isArray(like) && encodeCall(item, toList(value)) === data
  if (!isLike(decoded)) throw new Error(`${item.name} does not decode to what was encoded`)
  return decoded
}
