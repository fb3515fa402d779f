import {
  zeroAddress,
  zeroHash,
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  type Hex,
} from 'viem'
import { encodeCall } from '../abi/encodeCall.ts'

/**
 * A graph of contract calls, described before any of them is made: a call may take its target or an argument from the
 * result of another one, and a part may be repeated for each element of a list that only the chain knows. The same
 * graph is executed by the lens (one request, whatever its depth) or in rounds of Multicall3 aggregates.
 */
export type CallNode = {
  readonly kind: 'call'
  readonly id: number
  readonly target: Address | Word | Item
  readonly abi: AbiFunction
  /** Calldata with zeros where `patches` go. */
  readonly data: Hex
  readonly patches: readonly Patch[]
  /** It reverts whatever it changes, so that nothing after it depends on it. */
  readonly isSimulation?: true
}
export type EachNode = {
  readonly kind: 'each'
  readonly id: number
  readonly source:
    | { readonly kind: 'count'; readonly of: Word }
    | { readonly kind: 'array'; readonly of: CallNode }
    | { readonly kind: 'list'; readonly of: Word; readonly next: Word; readonly last: bigint }
  readonly max: number
  readonly depth: number
  readonly body: readonly Node[]
  readonly shape: Shape
}
export type Node = CallNode | EachNode
/** The `word`th 32 bytes of a call's result. */
export type Word = { readonly kind: 'word'; readonly of: CallNode; readonly word: number }
/** The current index of an `each`. */
export type Index = { readonly kind: 'index'; readonly depth: number }
/** The current element, of an ABI type, of an `each` over an array result or along a list. */
export type Item = { readonly kind: 'item'; readonly depth: number; readonly type: string }
/** `digits / 10^fractionDigits` whole tokens in base units: `digits * 10^(decimals - fractionDigits)`; a call returns the decimals. */
export type Scaled = {
  readonly kind: 'scaled'
  readonly decimals: Word
  readonly digits: bigint
  readonly fractionDigits: number
}
export type Operand = Word | Index | Item | Scaled
/** `value` goes into calldata at byte `offset`. */
export type Patch = { readonly offset: number; readonly value: Operand }

declare const result: unique symbol
/** A value that is known once the graph has been executed; `T | null` then, null if the call failed or was not made. */
export interface Ref<T> {
  readonly value: CallNode | Operand
  readonly [result]?: T
}
declare const items: unique symbol
/** A repeated part; an array of its resolved shapes once executed, empty if the list could not be read. */
export interface Each<S> {
  readonly each: EachNode
  readonly [items]?: S
}

export type Shape =
  Ref<unknown> | Each<unknown> | { readonly [key: string]: Shape } | string | number | bigint | boolean | null
export type Resolved<S> =
  S extends Ref<infer T>
    ? T | null
    : S extends Each<infer I>
      ? Resolved<I>[]
      : S extends string | number | bigint | boolean | null
        ? S
        : { -readonly [K in keyof S]: Resolved<S[K]> }

type View = 'pure' | 'view' | 'nonpayable' | 'payable'
/** An argument, or a result in its place; in a tuple of static types, also one in the place of a component. */
type GivenOne<T> =
  | T
  | Ref<T>
  | (T extends Address | readonly unknown[]
      ? never
      : T extends object
        ? { readonly [K in keyof T]: T[K] | Ref<T[K]> }
        : never)
type Given<A> = A extends readonly unknown[] ? { readonly [K in keyof A]: GivenOne<A[K]> } : never

/** Names a contract; the returned function adds one of its calls to the graph. */
export interface At {
  <const A extends Abi>(
    target: Address | Ref<Address>,
    abi: A,
  ): <N extends ContractFunctionName<A, View>>(
    functionName: N,
    ...args: Given<ContractFunctionArgs<A, View, N>> extends readonly []
      ? []
      : [args: Given<ContractFunctionArgs<A, View, N>>]
  ) => Ref<ContractFunctionReturnType<A, View, N>>
}

export interface Graph {
  readonly nodes: readonly Node[]
  readonly shape: Shape
}

/** The vocabulary of a description of calls. */
export interface Describe {
  readonly at: At
  /**
   * The same for a contract whose calls revert all that they change, as a quoter's do, and which calls contracts of
   * anyone: what one of these calls uses up is not held against the others. Each gets up to two million gas, and half a
   * million once one has used that up: one that needs more counts as reverted.
   */
  readonly simulate: At
  /** Component `word` (counted in static 32-byte words) of a call with several static results. */
  word<T>(of: Ref<unknown>, word: number): Ref<T>
  /**
   * `digits / 10^fractionDigits` whole tokens in base units, by the token's decimals; null if it has fewer decimals than that.
   * `digits` fits 256 bits.
   */
  scaled(decimals: Ref<number>, amount: { readonly digits: bigint; readonly fractionDigits: number }): Ref<bigint>
  /** Repeats a part for index 0 … count-1, at most `max` times. */
  times<S extends Shape>(count: Ref<bigint>, max: number, part: (index: Ref<bigint>) => S): Each<S>
  /** Repeats a part for each element of a call's single array result, at most `max` times. */
  each<T, S extends Shape>(list: Ref<readonly T[]>, max: number, part: (item: Ref<T>) => S): Each<S>
  /**
   * Follows a linked list of integers: repeats a part for `first`, then for what the part gives as `next`, until that
   * is zero, above `last` or unknown; at most `max` times.
   */
  follow<S extends { readonly next: Ref<bigint>; readonly [key: string]: Shape }>(
    first: Ref<bigint>,
    limits: { readonly last: bigint; readonly max: number },
    part: (item: Ref<bigint>) => S,
  ): Each<S>
}

/** Runs a description and returns the graph that it describes, whose calls are numbered from `firstId`. */
export function describeCalls<S extends Shape>(
  description: (describe: Describe) => S,
  firstId = 0,
): Graph & { readonly shape: S } {
  let lastId = firstId
  let depth = 0
  let block: Node[] = []
  const add = <N extends Node>(node: N): N => {
    block.push(node)
    return node
  }
  const repeat = <S extends Shape>(source: (shape: S) => EachNode['source'], max: number, part: () => S): Each<S> => {
    const outer = block
    block = []
    depth++
    const shape = part()
    depth--
    const body = block
    block = outer
    return { each: add({ kind: 'each', id: lastId++, source: source(shape), max, depth, body, shape }) }
  }
  const calls =
    (kind: Pick<CallNode, 'isSimulation'>): At =>
    (target, abi) =>
    (functionName, ...rest) => {
      const args: readonly unknown[] = rest[0] ?? []
      const item = abi.find(
        (i): i is AbiFunction => i.type === 'function' && i.name === functionName && i.inputs.length === args.length,
      )
      if (!item) throw new Error(`the ABI has no function ${functionName} with ${args.length} arguments`)
      const { plain, patches } = splitArguments(item.inputs, args, 4)
      const data = encodeCall(item, plain)
      return {
        value: add({
          ...kind,
          kind: 'call',
          id: lastId++,
          target: typeof target === 'string' ? target : targetOf(target),
          abi: item,
          data,
          patches,
        }),
      }
    }
  const shape = description({
    at: calls({}),
    simulate: calls({ isSimulation: true }),
    word: (of, word) => ({ value: { kind: 'word', of: callOf(of), word } }),
    scaled: (decimals, { digits, fractionDigits }) => ({
      value: { kind: 'scaled', decimals: wordOf(decimals), digits, fractionDigits },
    }),
    times(count, max, part) {
      const index: Index = { kind: 'index', depth }
      const of = wordOf(count)
      return repeat(
        () => ({ kind: 'count', of }),
        max,
        () => part({ value: index }),
      )
    },
    each(list, max, part) {
      const of = callOf(list)
      const item: Item = { kind: 'item', depth, type: of.abi.outputs[0]?.type.replace(/\[\]$/, '') ?? '' }
      return repeat(
        () => ({ kind: 'array', of }),
        max,
        () => part({ value: item }),
      )
    },
    follow(first, { last, max }, part) {
      const item: Item = { kind: 'item', depth, type: 'uint256' }
      return repeat(
        ({ next }) => ({ kind: 'list', of: wordOf(first), next: wordOf(next), last }),
        max,
        () => part({ value: item }),
      )
    },
  })
  return { nodes: block, shape }
}

export const isRef = (value: unknown): value is Ref<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'value' in value &&
  typeof value.value === 'object' &&
  value.value !== null &&
  'kind' in value.value

export const isEach = (value: unknown): value is Each<unknown> =>
  typeof value === 'object' && value !== null && 'each' in value && typeof value.each === 'object'

/** A call used as a value stands for the first word of its result. */
const operand = ({ value }: Ref<unknown>): Operand =>
  value.kind === 'call' ? { kind: 'word', of: value, word: 0 } : value

function callOf({ value }: Ref<unknown>): CallNode {
  if (value.kind !== 'call') throw new Error('this must be the result of a call')
  return value
}

function wordOf(ref: Ref<unknown>): Word {
  const value = operand(ref)
  if (value.kind !== 'word') throw new Error('this must be a value of a call')
  return value
}

function targetOf(ref: Ref<unknown>): Word | Item {
  const value = operand(ref)
  if (value.kind === 'index' || value.kind === 'scaled') throw new Error('a number is not an address')
  return value
}

/**
 * Arguments with a zero in the place of each that comes from another result, and where in the calldata that goes:
 * one of the arguments, or a component of a tuple of single words, which is encoded in line (ABI specification, "Formal
 * Specification of the Encoding").
 */
function splitArguments(inputs: readonly AbiParameter[], args: readonly unknown[], start: number) {
  const plain: unknown[] = []
  const patches: Patch[] = []
  let offset = start
  for (const [i, input] of inputs.entries()) {
    const arg = args[i]
    const parts = isRef(arg) ? undefined : componentsOf(input, arg)
    if (isRef(arg)) patches.push({ offset, value: operand(arg) })
    const inner = parts && splitArguments(parts.inputs, parts.values, offset)
    if (inner) patches.push(...inner.patches)
    plain.push(isRef(arg) ? placeholder(input.type) : (inner?.plain ?? arg))
    offset += 32 * (parts?.inputs.length ?? 1)
  }
  return { plain, patches }
}

/** The parts of a tuple of single words with names; undefined for any other argument. */
function componentsOf(input: AbiParameter, value: unknown) {
  if (input.type !== 'tuple' || !('components' in input) || typeof value !== 'object' || value === null)
    return undefined
  const inputs = input.components
  if (inputs.some(({ type }) => /^(tuple|string|bytes)$|\]$/.test(type))) return undefined
  const byName = new Map(Object.entries(value))
  return { inputs, values: inputs.map(({ name }) => byName.get(name ?? '')) }
}

/** Arguments that come from other results are one static word each. */
function placeholder(type: string | undefined): unknown {
  if (type === 'address') return zeroAddress
  if (type === 'bytes32') return zeroHash
  if (type !== undefined && /^u?int[0-9]*$/.test(type)) return 0n
  throw new Error(`an argument of type ${type} cannot come from another call`)
}

/** Whether calls after this one may see other values than those before it. */
export const changesState = ({ abi: { stateMutability }, isSimulation }: CallNode): boolean =>
  stateMutability !== 'view' && stateMutability !== 'pure' && !isSimulation
