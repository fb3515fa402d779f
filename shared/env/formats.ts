import type { Address, Hex } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import * as z from 'zod'

/** Format of a variable's text, in words that documents and errors share, and the schema that reads it. */
export interface Format<T> {
  readonly words: string
  readonly schema: z.ZodType<T, string>
}

/**
 * A text that `read` converts; undefined means that it is wrong, and so does an exception, whose message then says why.
 */
export const format = <T>(words: string, read: (text: string) => T | undefined): Format<T> => ({
  words,
  schema: z.string().transform((text, context) => {
    try {
      const value = read(text)
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: `must be ${words}` })
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is wrong' })
    }
    return z.NEVER
  }),
})

export const text: Format<string> = { words: 'text', schema: z.string() }

export const matching = (words: string, pattern: RegExp): Format<string> =>
  format(words, (given) => (pattern.test(given) ? given : undefined))

/** Shorter secrets can be guessed. */
export const MIN_SECRET_LENGTH = 32
export const secretText = matching(`a secret of at least ${MIN_SECRET_LENGTH} characters`, /^[^]{32,}$/)

export const whole = (min: number, max: number): Format<number> =>
  format(`a whole number from ${min} to ${max}`, (given) => {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : -1
    return value >= min && value <= max ? value : undefined
  })

const TRUE = ['true', '1', 'yes', 'on']
const FALSE = ['false', '0', 'no', 'off']
export const flag: Format<boolean> = format('true or false', (given) => {
  const word = given.toLowerCase()
  return TRUE.includes(word) ? true : FALSE.includes(word) ? false : undefined
})

export const oneOf = <const T extends string>(values: readonly T[]): Format<T> =>
  format(`one of ${values.join(', ')}`, (given) => values.find((value) => value === given))

/** Items separated by commas or white space. */
export const listOf = <T>(words: string, read: (item: string) => T | undefined): Format<T[]> =>
  format(`${words}, separated by commas or spaces`, (given) => {
    const items = list(given).map(read)
    return items.every((item) => item !== undefined) ? items : undefined
  })

export const texts = (words: string): Format<string[]> => listOf(words, (item) => item)

const isHttp = (given: string): boolean => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
const asUrl = (given: string): string | undefined => (isHttp(given) ? given : undefined)
export const url = format('an http or https URL', asUrl)
export const urls = listOf('http or https URLs', asUrl)

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/
const asSafeUrl = (given: string): string | undefined =>
  isHttp(given) && (new URL(given).protocol === 'https:' || LOOPBACK.test(new URL(given).hostname)) ? given : undefined
/** For URLs that are sent a credential, which must not cross a network in the clear. */
export const safeUrl = format('an https URL, or http on loopback', asSafeUrl)
export const safeUrls = listOf('https URLs, or http on loopback', asSafeUrl)

export const addresses: Format<Address[]> = listOf('addresses', (item) =>
  isAddress(item) ? getAddress(item) : undefined,
)

export const address: Format<Address> = format('an address', (item) => (isAddress(item) ? getAddress(item) : undefined))

const isHex = (given: string): given is Hex => /^0x[0-9a-fA-F]{64}$/.test(given)
/** A private key, or another 32-byte value. */
export const hex32: Format<Hex> = format('0x and 64 hex digits', (given) => (isHex(given) ? given : undefined))

/** JSON that `read` converts, or for which it throws an Error saying what is wrong. */
export const json = <T>(words: string, read: (value: unknown) => T): Format<T> =>
  format(`JSON of ${words}`, (given) => {
    let value: unknown
    try {
      value = JSON.parse(given)
    } catch {
      throw new Error(`must be JSON of ${words}`)
    }
    return read(value)
  })

/** JSON that a schema accepts; otherwise the message names the wrong field. */
export const settings = <T>(words: string, schema: z.ZodType<T>): Format<T> =>
  json(words, (value) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error([...(issue?.path.length ? [issue.path.join('.')] : []), issue?.message ?? 'is invalid'].join(': '))
  })

/** Items of a list separated by commas or white space. */
export const list = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((item) => item !== '')
