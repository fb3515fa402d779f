import type * as z from 'zod'
import { plainText } from '../text/plainText.ts'
import { SourceFailure } from './SourceFailure.ts'

/** A part of a provider’s answer. Throws SourceFailure if it is not of that shape. */
export function parseProvider<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new SourceFailure('failed', `malformed at ${plainText(parsed.error.issues[0]?.path.join('.') ?? '', 80)}`)
}
