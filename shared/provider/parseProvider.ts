import type * as z from 'zod'
import { plainText } from '../text/plainText.ts'
import { ProviderFailure } from './ProviderFailure.ts'

/** A part of a provider’s answer. Throws ProviderFailure if it is not of that shape. */
export function parseProvider<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ProviderFailure('failed', `malformed at ${plainText(parsed.error.issues[0]?.path.join('.') ?? '', 80)}`)
}
