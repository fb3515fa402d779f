import {
  decodeAbiParameters,
  isAddressEqual,
  size,
  sliceHex,
  toFunctionSelector,
  type AbiFunction,
  type Address,
  type Hex,
} from 'viem'
import { signatureOf } from '../../../shared/abi/encodeCall.ts'
import { type NamedArgs, nameArgs } from '../../../shared/calldata/encodeStep.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { type ChainConfig, type Role, ROLES } from '../../../shared/chain/config.ts'
import { arrayLength } from '../../../shared/domain/sponsorship/decodeCanonical.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'
import { BUILT_KINDS } from './builtKinds.ts'
import type { Kind, SentCall, TokenReads } from './Kind.ts'
import { OTHER_KINDS } from './otherKinds.ts'

/** Longest calldata that is decoded. */
const MOST_BYTES = 65_536
/** Elements of an array whose elements may share their bytes. */
const MOST_ELEMENTS = 16n

interface BuiltFunction {
  readonly kind: Kind
  readonly item: AbiFunction
}

let functions: ReadonlyMap<Hex, BuiltFunction> | undefined

/** The functions that are built here by their selectors; of equal ones the first. */
function functionOf(selector: Hex): BuiltFunction | undefined {
  functions ??= new Map(
    [...BUILT_KINDS, ...OTHER_KINDS]
      .flatMap((kind) => kind.abi.flatMap((item) => (item.type === 'function' ? { kind, item } : [])))
      .filter(({ item }) => item.stateMutability === 'nonpayable' || item.stateMutability === 'payable')
      .map((found): [Hex, BuiltFunction] => [toFunctionSelector(found.item), found])
      .toReversed(),
  )
  return functions.get(selector)
}

/** Function and arguments of a call, and the kind of contract that has it. */
export interface Found {
  readonly call: SentCall
  readonly kind: Kind
  readonly signature: string
  readonly args: NamedArgs
}

/** A call by the ABIs that are built for; null if they do not have its function, or its arguments do not fit. */
export function findFunction(call: SentCall): Found | null {
  const { data } = call
  if (size(data) < 4 || size(data) > MOST_BYTES) return null
  const found = functionOf(sliceHex(data, 0, 4))
  if (!found) return null
  const { kind, item } = found
  const isLarge = item.inputs.some(
    ({ type }, i) =>
      /^(bytes|string|tuple)\[\]$/.test(type) &&
      (arrayLength(data, item.inputs.length, i) ?? MOST_ELEMENTS + 1n) > MOST_ELEMENTS,
  )
  if (isLarge) return null
  const values = attempt(() =>
    item.inputs.length === 0 ? [] : decodeAbiParameters(item.inputs, size(data) > 4 ? sliceHex(data, 4) : '0x'),
  )
  return values && { call, kind, signature: signatureOf(item), args: nameArgs(item.inputs, values) }
}

/** The reads that the descriptions of calls need, by the position of each. */
export const labelReads = (describe: Describe, found: readonly (Found | null)[]): Record<string, TokenReads> =>
  Object.fromEntries(
    found.map((one, i) => [
      String(i),
      (one?.kind.tokens && attempt(() => one.kind.tokens?.(describe, one.call))) ?? {},
    ]),
  )

export type Labels = Resolved<TokenReads>

export function describeCall(
  call: Pick<SentCall, 'value'> & { readonly to: Address | null },
  found: Found | null,
  labels: Labels,
  config: ChainConfig,
) {
  const role = call.to && roleOf(call.to, config)
  const tokens = Object.fromEntries(
    Object.entries(labels).flatMap(([name, { address, ...others }]): [string, TokenLabel][] =>
      address === null ? [] : [[name, { address, ...others }]],
    ),
  )
  return {
    to: call.to,
    role,
    value: String(call.value),
    function: found?.signature ?? null,
    args: found?.args ?? {},
    description: (found && attempt(() => found.kind.text(found.call, { tokens, role }))) ?? null,
  }
}

export const roleOf = (address: Address, { contracts }: ChainConfig): Role | null =>
  ROLES.find((role) => contracts[role] !== undefined && isAddressEqual(contracts[role], address)) ?? null

/** The result, or null if it fails: what strangers send need not fit. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
