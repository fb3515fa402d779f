import type { AbiFunction, AbiParameter, Hex } from 'viem'
import { perFunction } from '../abi/encodeCall.ts'
import type { CallNode, EachNode, Node, Operand, Patch } from './calls.ts'

/**
 * Encodes a graph as the program that the lens runs (shared/chain/lens/Lens.sol).
 *
 * program: slot count 2 | share 1 | steps
 * call:    01 static, 03 not, 04 a simulation | slot 2 | result bound 2 | target operand | patch count 1 | patches (offset 2, operand)
 *          | data length 2 | data
 * loop:    02 | kind 1 (1 count, 2 array, 3 list) | slot 2 | word 1 | max 2 | depth 1
 *          | of a list: slot of next 2, word of next 1, last 32 | body length 3 | body
 * operand: 00 address 20 | 01 slot 2 word 1 | 02 depth 1 (running index) | 03 depth 1 (running element)
 *          | 04 slot 2 word 1 fraction digits 1 digits 32 (digits * 10^(word - fraction digits))
 *
 * answer:  "lens2" 32 | chain id 32 | block number 32 | timestamp 32 | outcomes in the order of execution, as many as there
 *          was gas for
 * outcome: status 1 (0 reverted, 1 ok, 2 not made, 3 out of gas, 4 not tried with a whole share) | length 3 | data
 *
 * Each call gets 1/`share` of the gas at hand.
 */
export function writeProgram(nodes: readonly Node[], share: 1 | 4): Hex {
  const slots = new Map<number, number>()
  const body = writeAll(nodes, slots)
  return `0x${bytes(slots.size, 2)}${bytes(share, 1)}${body}`
}

/** The hex digits of a number in so many bytes. */
function bytes(value: number | bigint, length: number): string {
  const digits = value.toString(16)
  if (value < 0 || digits.length > 2 * length) throw new RangeError(`${value} does not fit ${length} bytes`)
  return digits.padStart(2 * length, '0')
}

/** All but its 0x. */
const digitsOf = (data: Hex): string => data.slice(2)

/** How many bytes some hex digits are. */
const sizeOf = (digits: string): number => digits.length / 2

const writeAll = (nodes: readonly Node[], slots: Map<number, number>): string =>
  nodes.map((node) => (node.kind === 'call' ? writeCall(node, slots) : writeLoop(node, slots))).join('')

function writeCall(node: CallNode, slots: Map<number, number>): string {
  const target = typeof node.target === 'string' ? `00${digitsOf(node.target)}` : writeOperand(node.target, slots)
  const patches = node.patches.map((patch: Patch) => bytes(patch.offset, 2) + writeOperand(patch.value, slots))
  const slot = slots.size
  slots.set(node.id, slot)
  const data = digitsOf(node.data)
  return [
    isStatic(node.abi) ? '01' : node.isSimulation ? '04' : '03',
    bytes(slot, 2),
    bytes(resultBound(node.abi), 2),
    target,
    bytes(patches.length, 1),
    ...patches,
    bytes(sizeOf(data), 2),
    data,
  ].join('')
}

const isStatic = ({ stateMutability }: AbiFunction): boolean => stateMutability === 'view' || stateMutability === 'pure'

/**
 * Bytes of a result whose types are all static; otherwise the mark for no bound (ABI specification, "Formal
 * Specification").
 */
const resultBound = perFunction(({ outputs }) => {
  const words = outputs.reduce((sum, output) => sum + wordsOf(output), 0)
  return Math.min(32 * words, UNBOUNDED)
})
const UNBOUNDED = 0xffff

function wordsOf(parameter: AbiParameter): number {
  if (/\[|^string$|^bytes$/.test(parameter.type)) return Infinity
  return 'components' in parameter ? parameter.components.reduce((sum, part) => sum + wordsOf(part), 0) : 1
}

function writeLoop(node: EachNode, slots: Map<number, number>): string {
  const { source } = node
  const [of, word] = source.kind === 'array' ? [source.of, 0] : [source.of.of, source.of.word]
  const head = [
    '02',
    bytes(LOOP_KINDS[source.kind], 1),
    bytes(slotOf(of, slots), 2),
    bytes(word, 1),
    bytes(node.max, 2),
    bytes(node.depth, 1),
  ]
  const body = writeAll(node.body, slots)
  // The body has already numbered its slots.
  const list =
    source.kind === 'list'
      ? [bytes(slotOf(source.next.of, slots), 2), bytes(source.next.word, 1), bytes(source.last, 32)]
      : []
  return [...head, ...list, bytes(sizeOf(body), 3), body].join('')
}
const LOOP_KINDS = { count: 1, array: 2, list: 3 } as const

function writeOperand(value: Operand, slots: Map<number, number>): string {
  if (value.kind === 'word') return `01${bytes(slotOf(value.of, slots), 2)}${bytes(value.word, 1)}`
  if (value.kind === 'scaled') {
    const { decimals, fractionDigits, digits } = value
    const word = bytes(slotOf(decimals.of, slots), 2) + bytes(decimals.word, 1)
    return `04${word}${bytes(fractionDigits, 1)}${bytes(digits, 32)}`
  }
  return (value.kind === 'index' ? '02' : '03') + bytes(value.depth, 1)
}

function slotOf(node: CallNode, slots: Map<number, number>): number {
  const slot = slots.get(node.id)
  if (slot === undefined) throw new Error('a call takes a value from a later one')
  return slot
}

const MAGIC = '0x6c656e7332000000000000000000000000000000000000000000000000000000'

export interface ReadHead {
  readonly chainId: number
  readonly blockNumber: bigint
  /** Unix seconds. */
  readonly timestamp: number
}

/** The status that the lens reports for a call, in numeric order. */
const STATUSES = ['reverted', 'ok', 'not made', 'outOfGas', 'not tried'] as const
export interface LensOutcome {
  readonly status: (typeof STATUSES)[number]
  /** Empty unless the call is ok. */
  readonly data: Hex
}

/** Reads a lens' answer; undefined when it is not one, and when it ends in the middle of an outcome. */
export function readAnswer(answer: Hex): { head: ReadHead; outcomes: LensOutcome[] } | undefined {
  if (answer.length < 2 + 2 * 128 || !answer.startsWith(MAGIC)) return undefined
  const wordAt = (index: number) => BigInt(`0x${answer.slice(2 + 64 * index, 66 + 64 * index)}`)
  const timestamp = Number(wordAt(3))
  if (!Number.isSafeInteger(timestamp)) return undefined
  const head = {
    chainId: Number(wordAt(1)),
    blockNumber: wordAt(2),
    timestamp,
  }
  const outcomes: LensOutcome[] = []
  for (let at = 2 + 2 * 128; at < answer.length;) {
    const status = STATUSES[parseInt(answer.slice(at, at + 2), 16)]
    const from = at + 8
    const to = from + 2 * parseInt(answer.slice(at + 2, from), 16)
    if (status === undefined || !(to <= answer.length)) return undefined
    outcomes.push({ status, data: `0x${answer.slice(from, to)}` })
    at = to
  }
  return { head, outcomes }
}
