import type { AbiParameter } from 'viem'

/** A decoded value as JSON: integers as decimal strings, addresses checksummed, bytes as hex, tuples by name. */
export type JsonValue = string | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }
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
