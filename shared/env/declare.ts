import * as z from 'zod'
import type { ProviderName } from '../../schema/providers.ts'
import { secretText, type Format } from './formats.ts'

/**
 * Facts about a variable, a secret or a binding besides its schema: docs/configuration.md is generated from them.
 */
export interface About {
  readonly kind: 'variable' | 'secret' | 'database' | 'object' | 'service' | 'bucket' | 'assets'
  readonly meaning: string
  readonly format?: string
  /** The text used if it is absent. */
  readonly fallback?: string
  /** Effect of its absence, unless that is its fallback or an error of the operations that need it. */
  readonly without?: string
  /** The provider that is not configured without it. */
  readonly provider?: ProviderName
  /** Of the variables of its provider that are marked so, one is enough. */
  readonly isOneOf?: true
  /** The value with which its provider is configured, where not any will do. */
  readonly mustBe?: string
}

export const about = z.registry<About>()

type Details = Pick<About, 'meaning' | 'without' | 'provider' | 'isOneOf' | 'mustBe'> & { readonly secret?: true }

const describe = (words: string, { secret, ...rest }: Details): About => ({
  kind: secret ? 'secret' : 'variable',
  format: words,
  ...rest,
})

export const required = <T>({ words, schema }: Format<T>, details: Details) =>
  schema.clone().register(about, { ...describe(words, details), without: 'does not start' })

export const optional = <T>({ words, schema }: Format<T>, details: Details) =>
  schema.optional().register(about, describe(words, details))

/** A variable with a text that is used if it is absent. */
export const withDefault = <T>({ words, schema }: Format<T>, fallback: string, details: Details) =>
  schema.prefault(fallback).register(about, { ...describe(words, details), fallback })

/** A variable whose wrong value closes the routes that need it, and no others: null where it is wrong. */
export const lenient = <T>({ words, schema }: Format<T>, details: Details) =>
  schema
    .optional()
    .nullable()
    .catch(null)
    .register(about, describe(`${words}; an invalid value counts as absent`, details))

/** A shared secret; one that is too short is null, and counts as absent. */
export const secret = (meaning: string, of: Pick<About, 'provider' | 'without'> = {}) =>
  lenient(secretText, { meaning, ...of, secret: true })

/** The previous secret, during a rotation. */
export const previous = secret('previous secret, during a rotation')

const isObject = <T>(value: unknown): value is T => typeof value === 'object' && value !== null

/** A value from the runtime that is not text. */
export const binding = <T>(kind: Exclude<About['kind'], 'variable' | 'secret'>, meaning: string) =>
  z.custom<T>(isObject, { error: 'is not bound' }).register(about, { kind, meaning })
