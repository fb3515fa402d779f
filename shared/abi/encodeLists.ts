import type { AbiParameter } from 'viem'
import { wordOf } from './encodeBytes.ts'
import { encodeStatic } from './encodeStatic.ts'

/**
 * The hex digits of arguments that are each one 32-byte word or a list of such words; undefined as encodeStatic, where viem is to say
 * what is wrong. Source: ABI specification, "Formal Specification of the Encoding".
 */
export function encodeLists(inputs: readonly AbiParameter[], args: readonly unknown[]): string | undefined {
  if (inputs.length !== args.length) return undefined
  let head = ''
  let tail = ''
  for (const [i, { type }] of inputs.entries()) {
    const value = args[i]
    const items: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined
    if (type.endsWith('[]') !== (items !== undefined)) return undefined
    const element = { type: items ? type.slice(0, -2) : type }
    const own = items
      ? encodeStatic(
          items.map(() => element),
          items,
        )
      : encodeStatic([element], [value])
    if (own === undefined) return undefined
    head += items ? wordOf(32 * inputs.length + tail.length / 2) : own
    if (items) tail += wordOf(items.length) + own
  }
  return head + tail
}
