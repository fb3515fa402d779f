import type * as z from 'zod'
import { lenient, optional, withDefault } from './declare.ts'
import { address, format, safeUrl, text, whole } from './formats.ts'

const CLOSED = 'what is paid for is 503 `payments_not_configured`'

const price = format('a whole number from 1 to 10^15', (given) =>
  /^[1-9][0-9]{0,15}$/.test(given) && BigInt(given) <= 10n ** 15n ? given : undefined,
)

/** How a review is paid for (x402). A mistake closes the route that needs it, and no others. */
export const paymentVariables = {
  X402_FACILITATOR_URL: lenient(safeUrl, {
    meaning: 'the x402 facilitator that verifies and settles payments; it must support scheme `exact` on the chain',
    without: CLOSED,
  }),
  X402_FACILITATOR_TOKEN: optional(text, {
    meaning: 'the bearer token of a facilitator that asks for one',
    without: 'it is asked without one',
    secret: true,
  }),
  X402_PAY_TO: lenient(address, {
    meaning: 'the address that payments go to',
    without: `the wallet of \`AGENT\`; without that too, ${CLOSED}`,
  }),
  X402_PRICE: lenient(price, {
    meaning: 'the price of a review in base units of the role `usdc`',
    without: '1000000, which is 1 USDC',
  }),
  X402_TIMEOUT_MS: withDefault(whole(100, 60_000), '20000', {
    meaning: 'how long the facilitator may take for one answer, in milliseconds',
  }),
}

export type PaymentEnv = z.output<z.ZodObject<typeof paymentVariables>>
