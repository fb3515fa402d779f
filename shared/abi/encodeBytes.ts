import type { Hex } from 'viem'

/** The hex digits of a number as one 32-byte word. */
export const wordOf = (value: number): string => value.toString(16).padStart(64, '0')

/** The hex digits of `bytes`: their length and themselves, in whole words. Source: ABI specification, "Formal Specification of the Encoding". */
export function encodeBytes(data: Hex): string {
  const digits = data.slice(2)
  return `${wordOf(digits.length / 2)}${digits.padEnd(64 * Math.ceil(digits.length / 64), '0')}`
}
