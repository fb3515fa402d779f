import { numberToHex, zeroAddress, type AbiFunction, type Address, type Hex } from 'viem'
import {
  isEach,
  isRef,
  type CallNode,
  type EachNode,
  type Item,
  type Node,
  type Operand,
  type Ref,
  type Resolved,
  type Scaled,
  type Shape,
  type Word,
} from './calls.ts'
import { decodeResult, decodeWord, toAddress } from './decode.ts'

/** A call whose inputs are known. */
export interface ReadyCall {
  /** Identifies a call of a graph, including repeated ones. */
  readonly path: string
  readonly target: Address
  readonly abi: AbiFunction
  readonly data: Hex
  readonly isSimulation?: true
}

/**
 * The outcome of a call: its data, null when it failed, undefined while it is not known. `inputs` gives the call to be
 * made; null when there is none (an input failed, or the target is the zero address), undefined while an input is not
 * known. The lens reports its outcomes in order and needs no inputs.
 */
export type OutcomeOf = (inputs: () => ReadyCall | null | undefined, node: CallNode) => Hex | null | undefined

/** The position of a walk inside repeated parts. */
interface Frame {
  readonly path: string
  readonly indices: readonly bigint[]
  readonly items: readonly Hex[]
}

const ROOT: Frame = { path: '', indices: [], items: [] }

/**
 * Walks a graph in the order of execution, asks `outcome` for each call whose inputs are known, and resolves values.
 * The lens and the rounds differ only in `outcome`, so that both give the same answer.
 */
export class Evaluation {
  /** The known results, by the path of the call. */
  readonly results = new Map<string, Hex | null>()
  readonly #outcome: OutcomeOf

  constructor(outcome: OutcomeOf) {
    this.#outcome = outcome
  }

  walk(nodes: readonly Node[], frame: Frame = ROOT): void {
    for (const node of nodes) {
      if (node.kind === 'call') this.#call(node, frame)
      else for (const inner of this.#frames(node, frame)) this.walk(node.body, inner)
    }
  }

  /** The described shape with every value in its place. */
  resolve<S extends Shape>(shape: S): Resolved<S> {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- shape() puts a value in the place of each call
    return this.#shape(shape, ROOT) as Resolved<S>
  }

  #call(node: CallNode, frame: Frame): void {
    const path = pathOf(node, frame)
    if (this.results.has(path)) return
    const outcome = this.#outcome(() => this.#inputs(node, frame, path), node)
    if (outcome !== undefined) this.results.set(path, outcome)
  }

  #inputs(node: CallNode, frame: Frame, path: string): ReadyCall | null | undefined {
    const target = typeof node.target === 'string' ? named(node.target) : this.#address(node.target, frame)
    let data: Hex | null | undefined = node.data
    for (const patch of node.patches) {
      const value = this.#word(patch.value, frame)
      data = data && value && splice(data, patch.offset, value)
    }
    if (target === undefined || data === undefined) return undefined
    if (!target || !data) return null
    return { path, target, abi: node.abi, data, ...(node.isSimulation && { isSimulation: true }) }
  }

  #address(value: Word | Item, frame: Frame): Address | null | undefined {
    const word = this.#word(value, frame)
    return word && toAddress(word)
  }

  /**
   * The frames of a repeated part, each next one of a list after the body of the previous one; none while they are not
   * known.
   */
  *#frames(node: EachNode, frame: Frame): Generator<Frame, undefined> {
    const { source, max } = node
    if (source.kind === 'list') {
      let word = this.#word(source.of, frame)
      for (let i = 0; i < max && word; i++) {
        if (BigInt(word) === 0n || BigInt(word) > source.last) return
        const inner = this.#frame(node, frame, BigInt(i), word)
        yield inner
        word = this.#word(source.next, inner)
      }
      return
    }
    if (source.kind === 'count') {
      const count = this.#word(source.of, frame)
      const n = count ? BigInt(count) : 0n
      for (let i = 0n; i < n && i < max; i++) yield this.#frame(node, frame, i, '0x')
      return
    }
    const data = this.results.get(pathOf(source.of, frame))
    // One dynamic array: offset 32, length, elements (ABI specification, "Formal Specification of the Encoding").
    const length = data ? (data.length - 2) / 64 : 0
    if (!data || length < 2 || BigInt(data.slice(0, 66)) !== 32n) return
    const declared = BigInt(`0x${data.slice(66, 130)}`)
    for (let i = 0; i < length - 2 && i < declared && i < max; i++)
      yield this.#frame(node, frame, BigInt(i), `0x${data.slice(130 + 64 * i, 194 + 64 * i)}`)
  }

  #frame(node: EachNode, { path, indices, items }: Frame, index: bigint, item: Hex): Frame {
    return {
      path: `${path}/${node.id}:${index}`,
      indices: [...indices.slice(0, node.depth), index],
      items: [...items.slice(0, node.depth), item],
    }
  }

  /** A 32-byte value: null when its source failed, undefined while that is not known. */
  #word(value: Operand, frame: Frame): Hex | null | undefined {
    if (value.kind === 'scaled') return scale(value, this.#word(value.decimals, frame))
    if (value.kind === 'index') return `0x${(frame.indices[value.depth] ?? 0n).toString(16).padStart(64, '0')}`
    if (value.kind === 'item') return frame.items[value.depth] ?? null
    const data = this.#find(value.of, frame)
    if (data === null || data === undefined) return data
    return data.length >= 2 + 64 * (value.word + 1)
      ? `0x${data.slice(2 + 64 * value.word, 66 + 64 * value.word)}`
      : null
  }

  /** A result of this part, or of one around it. */
  #find(node: CallNode, frame: Frame): Hex | null | undefined {
    for (let path = frame.path; ; path = path.slice(0, path.lastIndexOf('/'))) {
      const key = `${path}#${node.id}`
      if (this.results.has(key)) return this.results.get(key)
      if (path === '') return undefined
    }
  }

  #shape(shape: Shape, frame: Frame): unknown {
    if (isRef(shape)) return this.#value(shape, frame)
    if (isEach(shape)) return [...this.#frames(shape.each, frame)].map((inner) => this.#shape(shape.each.shape, inner))
    if (typeof shape !== 'object' || shape === null) return shape
    return Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, this.#shape(inner, frame)]))
  }

  #value({ value }: Ref<unknown>, frame: Frame): unknown {
    if (value.kind !== 'call') {
      const word = this.#word(value, frame)
      return word ? decodeWord(value, word) : null
    }
    const data = this.#find(value, frame)
    return data ? decodeResult(value.abi, data) : null
  }
}

/** The greatest exponent of ten that fits 256 bits. */
const MOST_ZEROS = 77n

/** Like the lens, it ignores overflows. */
function scale({ digits, fractionDigits }: Scaled, decimals: Hex | null | undefined): Hex | null | undefined {
  if (!decimals) return decimals
  const zeros = BigInt(decimals) - BigInt(fractionDigits)
  if (zeros < 0n || zeros > MOST_ZEROS) return null
  return numberToHex(BigInt.asUintN(256, digits * 10n ** zeros), { size: 32 })
}

const pathOf = (node: CallNode, frame: Frame): string => `${frame.path}#${node.id}`

const named = (target: Address): Address | null => (target === zeroAddress ? null : target)

const splice = (data: Hex, offset: number, word: Hex): Hex =>
  `0x${data.slice(2, 2 + 2 * offset)}${word.slice(2)}${data.slice(2 + 2 * offset + 64)}`
