import * as z from 'zod'
import { bodyInteger } from './calldata.ts'
import { Amount } from './common.ts'
import { decimalNumber } from './tokenAmount.ts'

/** The unit of prices of auctions in contracts. */
const Q96 = 'base units of the currency for one base unit of the token, times 2^96'

export const inQ96 = (description: string) =>
  Amount.meta({ description: `${description}, Q96: ${Q96}`, example: '22777939976601065058144256' })

export const priceQ96 = (description: string) => inQ96(description).nullable()

/** The same price beside it, in currency for one whole token: shared/domain/auction/Money.ts has both directions. */
export const decimalPrice = (description: string, isNull = 'if unknown') =>
  z
    .string()
    .nullable()
    .meta({
      description: `${description}, in currency for one whole token (18 digits, rounded up); \`null\` ${isNull}`,
      example: '0.0002875',
    })

/** One price of a body in one of two forms: in Q96, or as `decimalPrice` shows it, rounded down to a tick. */
export const priceInBody = (field: string, decimalField: string, description: string, more = '') => ({
  q96: bodyInteger({
    min: 1n,
    max: 2n ** 256n - 1n,
    example: '39614081257132168796771975',
    description: `${description}, Q96: ${Q96}. ${more}Give this or \`${decimalField}\``,
  }).optional(),
  decimal: decimalNumber({
    description: `${description}, in currency for one whole token: a decimal string, as answers have it; rounded down to a multiple of the tick spacing. ${more}Give this or \`${field}\``,
    example: '0.0005',
  }).optional(),
})
