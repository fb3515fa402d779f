import * as z from 'zod'
import { bodyInteger } from './calldata.ts'

/** A decimal number as a request gives it: `digits / 10^fractionDigits`. */
export interface DecimalNumber {
  readonly digits: bigint
  /** Digits after the point. */
  readonly fractionDigits: number
}

/** An amount in whole tokens as a request gives it. */
export interface DecimalAmount extends DecimalNumber {
  /** The field that it came in, and the one that takes the same amount as an integer. */
  readonly field: string
  readonly twin: string
  /** Bounds of that integer. */
  readonly min: bigint
  readonly max: bigint
  /** Decimal places of that integer where they are not those of the token: 18 for an amount in WAD. */
  readonly scale: number | undefined
}

/** The forms of one amount in a body: the integer, or whole tokens. */
export type GivenAmount = bigint | DecimalAmount

interface Terms {
  /** The field of the integer. */
  readonly field: string
  readonly min: bigint
  readonly max: bigint
  readonly example: string
  /** The counted quantity, without its unit. */
  readonly description: string
  /** Text after the unit. */
  readonly more?: string
  /** Pools that count all tokens in WAD: whole tokens times 1e18. */
  readonly isWad?: true
}

const FORM = /^(0|[1-9][0-9]{0,77})(\.[0-9]{1,77})?$/
const NO_DECIMAL =
  'must be a decimal string such as "1.5": digits, optionally a point and more digits; no sign, exponent, separator or leading zero'

/** A decimal number in a body, exactly. */
export const decimalNumber = (meta: { readonly description: string; readonly example: string }) =>
  z
    .string({ error: NO_DECIMAL })
    .regex(FORM, { error: NO_DECIMAL })
    .transform((text): DecimalNumber => {
      const [whole = '', fraction = ''] = text.split('.')
      return { digits: BigInt(whole + fraction), fractionDigits: fraction.length }
    })
    .meta({ pattern: FORM.source, ...meta })

/** The name of the field that takes the same amount in whole tokens. */
export const twinOf = (field: string): string =>
  field === 'amount' || field === 'amountWei' ? 'amountDecimal' : `${field}Decimal`

/**
 * One amount of a token in a body, in one of two forms: `base` is an integer in base units (or in
 * WAD), `decimal` the same in whole tokens, for the field that twinOf names. The token's decimals are known only to the chain.
 */
export const tokenAmount = ({ field, isWad, description, more = '', example, ...bounds }: Terms) => ({
  base: bodyInteger({
    ...bounds,
    example,
    description: `${description}, ${isWad ? 'in WAD (whole tokens times 1e18)' : 'in base units'}${more}. Give this or \`${twinOf(field)}\``,
  }).optional(),
  decimal: decimalNumber({
    description: `${description}, in whole tokens: a decimal string with at most the token's decimals after the point${more}. Give this or \`${field}\``,
    example: '1.5',
  })
    .transform((number): DecimalAmount => ({
      ...number,
      field: twinOf(field),
      twin: field,
      ...bounds,
      scale: isWad && 18,
    }))
    .optional(),
})
