import * as z from 'zod'

const MAX_DEPTH = 5
const MAX_MEMBERS = 100
const MAX_NAME = 100

/** The most characters of a text. */
export const MAX_TEXT = 2000

/** A text that can be stored as UTF-8. */
export const boundedText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed(), { error: 'must be well-formed: it has half of a surrogate pair' })

/**
 * Adds a check to an object of any properties: at most 5 levels deep, 100 members in all, names of 100 and texts of 2 000
 * characters, and no number that a reader of JSON could change.
 */
export const bounded = <T extends z.ZodType>(schema: T) =>
  schema.superRefine((value, context) => {
    const fault = faultOf(value, MAX_DEPTH, { members: MAX_MEMBERS })
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })

const NOT_EXACT = 'has a number past 2^53 - 1, which readers of JSON change: send it as a text'
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

/**
 * Adds a check to an object of any properties that may be larger: no number that a reader of JSON could change. Otherwise two
 * different contents under one idempotency key would look the same.
 */
export const exact = <T extends z.ZodType>(schema: T) =>
  schema.refine((value) => !hasInexact(value), { error: NOT_EXACT })

/** The body was parsed, so its depth is bounded. */
function hasInexact(value: unknown): boolean {
  if (typeof value === 'number') return !isExact(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexact)
}

function faultOf(value: unknown, depth: number, left: { members: number }): string | undefined {
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT) return `its texts may have at most ${MAX_TEXT} characters`
    return value.isWellFormed() ? undefined : 'must be well-formed: it has half of a surrogate pair'
  }
  if (typeof value === 'number') return isExact(value) ? undefined : NOT_EXACT
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) return `must not be nested deeper than ${MAX_DEPTH} levels`
  for (const [name, inner] of Object.entries(value)) {
    if (--left.members < 0) return `may have at most ${MAX_MEMBERS} members, those of inner objects included`
    if (name.length > MAX_NAME || !name.isWellFormed()) return `its names may have at most ${MAX_NAME} characters`
    const fault = faultOf(inner, depth - 1, left)
    if (fault !== undefined) return fault
  }
  return undefined
}
