import { FlowFailure } from '../flow/FlowError.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer that does not match the contract is a failure, never a default value. */
const unreadable = () => new FlowFailure({ code: 'unexpected' })

/** A JSON object. Throws unexpected. */
export function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw unreadable()
  return value
}

/** Text of a field. Throws unexpected. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string') throw unreadable()
  return value
}

/** Text of a field, or null. Throws unexpected. */
export const textOrNull = (fields: Fields, name: string): string | null =>
  fields[name] === null ? null : textOf(fields, name)

/** Throws unexpected. */
export function flagOf(fields: Fields, name: string): boolean {
  const value = fields[name]
  if (typeof value !== 'boolean') throw unreadable()
  return value
}

/** A field that is one of some texts. Throws unexpected. */
export function oneOf<const T extends string>(fields: Fields, name: string, allowed: readonly T[]): T {
  const value = allowed.find((one) => one === fields[name])
  if (value === undefined) throw unreadable()
  return value
}

/** A time in ISO 8601, in Unix milliseconds. Throws unexpected. */
export function timeOf(fields: Fields, name: string): number {
  const time = Date.parse(textOf(fields, name))
  if (Number.isNaN(time)) throw unreadable()
  return time
}

/** The objects of a list. Throws unexpected. */
export function listOf(fields: Fields, name: string): Fields[] {
  const value: unknown = fields[name]
  if (!Array.isArray(value)) throw unreadable()
  return value.map(fieldsOf)
}
