import {
  decodeAbiParameters,
  decodeFunctionResult,
  hexToBytes,
  type AbiFunction,
  type AbiParameter,
  type Address,
  type Hex,
} from 'viem'
import type { Operand } from './calls.ts'
import { decodeStatic } from '../abi/decodeStatic.ts'

/** Functions that tokens from before ERC-20’s metadata extension (MKR, SAI) have with one word of text as a result. */
const NAMES: readonly string[] = ['name', 'symbol']
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** A text that fills its word from the left, with zeros after it; null if it is not printable. */
function textOf(word: Hex): string | null {
  try {
    const text = UTF8.decode(hexToBytes(word)).replace(/(?<!\0)\0+$/, '')
    return /^[^\p{C}]+$/u.test(text) ? text : null
  } catch {
    return null
  }
}

/** A call's result by its ABI; null if the data does not fit it (no code there, or another kind of contract). */
export function decodeResult(item: AbiFunction, data: Hex): unknown {
  const { outputs } = item
  const [output] = outputs
  if (data.length >= 2 + 64 * outputs.length) {
    const values = outputs.map(({ type }, i) => decodeStatic(type, wordAt(data, i)))
    if (output && !values.includes(undefined))
      return values.includes(null) ? null : outputs.length === 1 ? values[0] : values
  }
  if (data.length === 66 && output?.type === 'string' && NAMES.includes(item.name)) return textOf(data)
  try {
    return decodeFunctionResult({ abi: [item], functionName: item.name, data })
  } catch {
    return null
  }
}

/** One 32-byte word of a result by the type at its position; null if it does not fit. */
export function decodeWord(value: Operand, word: Hex): unknown {
  const type = typeOf(value)
  if (type === undefined) return null
  const known = decodeStatic(type, word)
  if (known !== undefined) return known
  try {
    return decodeAbiParameters([{ type }], word)[0]
  } catch {
    return null
  }
}

function typeOf(value: Operand): string | undefined {
  if (value.kind === 'word') return wordsOf(value.of.abi.outputs)[value.word]
  return value.kind === 'item' ? value.type : 'uint256'
}

/** The `index`th 32 bytes. */
const wordAt = (data: Hex, index: number): Hex => `0x${data.slice(2 + 64 * index, 66 + 64 * index)}`

/** The address in a word, in lower case; null if its upper 12 bytes are not zero, or it is the zero address. */
export const toAddress = (word: Hex): Address | null =>
  /^0x0{24}/.test(word) && !/^0x0{64}$/.test(word) ? `0x${word.slice(26)}` : null

/** The types of static outputs, tuples flattened, in word order. */
const wordsOf = (outputs: readonly AbiParameter[]): string[] =>
  outputs.flatMap((output) =>
    'components' in output && output.type === 'tuple' ? wordsOf(output.components) : [output.type],
  )
