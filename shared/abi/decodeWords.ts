import type { AbiParameter, Hex } from 'viem'
import { decodeStatic } from './decodeStatic.ts'

/**
 * Arguments that are each one 32-byte word or a list of such words, from calldata that was encoded here; undefined where there is
 * another type. To verify that the calldata has nothing else, encode them again. Source: as encodeLists.
 */
export function decodeWords(inputs: readonly AbiParameter[], data: Hex): unknown[] | undefined {
  const values: unknown[] = []
  for (const [i, { type }] of inputs.entries()) {
    const value = type.endsWith('[]') ? listAt(type.slice(0, -2), data, i) : decodeStatic(type, wordAt(data, i))
    if (value === undefined || value === null) return undefined
    values.push(value)
  }
  return values
}

function listAt(type: string, data: Hex, index: number): unknown[] | undefined {
  const at = Number(wordAt(data, index)) / 32
  const length = Number(wordAt(data, at))
  const values: unknown[] = []
  for (let i = 1; i <= length; i++) {
    const value = decodeStatic(type, wordAt(data, at + i))
    if (value === undefined || value === null) return undefined
    values.push(value)
  }
  return values
}

/** The `index`th 32 bytes after the selector. */
const wordAt = (data: Hex, index: number): Hex => `0x${data.slice(10 + 64 * index, 74 + 64 * index)}`
