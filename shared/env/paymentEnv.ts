import type { Address } from 'viem'
import type * as z from 'zod'
import { lenient, optional, withDefault } from './declare.ts'
import { address, format, safeUrl, text, whole } from './formats.ts'

const CLOSED = 'paid operations are 503 `payments_not_configured`'

const price = format('a whole number from 1 to 10^15', (given) =>
  /^[1-9][0-9]{0,15}$/.test(given) && BigInt(given) <= 10n ** 15n ? given : undefined,
)

/**
 * Price of a review and the facilitator of its payment (x402); the documents about this service’s agent state both.
 * A mistake closes the route that needs it, and no others.
 */
export const saleVariables = {
  X402_FACILITATOR_URL: lenient(safeUrl, {
    provider: 'paymentFacilitator',
    meaning: 'x402 facilitator that verifies and settles payments; it must support the scheme `exact` on the chain',
    without: CLOSED,
  }),
  X402_PAY_TO: lenient(address, {
    meaning: 'address that receives payments',
    without: `the wallet of \`AGENT\`; without that too, ${CLOSED}`,
  }),
  X402_PRICE: lenient(price, {
    meaning: 'price of a review, in base units of the role `usdc`',
    without: '1000000 (1 USDC)',
  }),
}
export type SaleEnv = z.output<z.ZodObject<typeof saleVariables>>

/** Further settings of the facilitator. */
export const paymentVariables = {
  ...saleVariables,
  X402_FACILITATOR_TOKEN: optional(text, {
    meaning: 'bearer token for the facilitator, if it requires one',
    without: 'requests have no token',
    secret: true,
  }),
  X402_TIMEOUT_MS: withDefault(whole(100, 60_000), '20000', {
    meaning: 'timeout of a request to the facilitator, in milliseconds',
  }),
}

export type PaymentEnv = z.output<z.ZodObject<typeof paymentVariables>>

/** 1 USDC. */
const PRICE = '1000000'

export interface Sale {
  readonly facilitatorUrl: string
  readonly payTo: Address
  /** Base units. */
  readonly amount: string
}

/** Terms of a review; undefined without a facilitator or a payee, or if one of them is invalid. */
export function saleOf(env: SaleEnv, wallet: Address | undefined): Sale | undefined {
  const { X402_FACILITATOR_URL: facilitatorUrl } = env
  const payTo = env.X402_PAY_TO === undefined ? wallet : env.X402_PAY_TO
  const amount = env.X402_PRICE === undefined ? PRICE : env.X402_PRICE
  return facilitatorUrl && payTo && amount ? { facilitatorUrl, payTo, amount } : undefined
}
