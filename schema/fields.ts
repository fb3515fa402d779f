import * as z from 'zod'
import { Amount, EvmAddress } from './common.ts'

/** An address or null; the text says what null means, here and below. */
export const addressOrNull = (description: string) => EvmAddress.nullable().describe(description)

export const amountOrNull = (description: string) => Amount.nullable().describe(description)

export const flagOrNull = (description: string) => z.boolean().nullable().describe(description)

export const integerOrNull = (description: string) => z.int().nullable().describe(description)

export const textOrNull = (description: string) => z.string().nullable().describe(description)

/** A time in ISO 8601. */
export const timeOrNull = (description: string) => z.iso.datetime().nullable().describe(description)

const isKey = <K extends string>(texts: Readonly<Record<K, string>>, code: string): code is K =>
  Object.hasOwn(texts, code)

/** One of some codes, each with its meaning. */
export const codeOf = <K extends string>(texts: Readonly<Record<K, string>>, before = '') =>
  z.enum(Object.keys(texts).filter((code): code is K => isKey(texts, code))).describe(
    before +
      Object.entries(texts)
        .map(([code, meaning]) => `${code}: ${String(meaning)}`)
        .join('. '),
  )

/** A time as blocks have it. */
export const unixTime = (description: string) =>
  z.int().meta({ description: `${description}, unix seconds`, example: 1780000000 })

/** Content of a media type that is bytes. */
export const bytes = (description: string) => ({
  schema: z.string().meta({ format: 'binary', description }),
})
