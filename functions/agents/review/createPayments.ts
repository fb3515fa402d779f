import type { Chain } from '../../../shared/chain/chain.ts'
import type { AgentSettings } from '../../../shared/env/agentEnv.ts'
import type { PaymentEnv } from '../../../shared/env/paymentEnv.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { createFacilitator, type Facilitator } from '../../../shared/payment/createFacilitator.ts'
import { createOffer, type Offer } from '../../../shared/payment/createOffer.ts'

/** 1 USDC. */
const PRICE = '1000000'

/** How a review is paid for. */
export interface Payments {
  readonly facilitator: Facilitator
  readonly offer: () => Promise<Offer>
}

interface Source {
  readonly chain: Chain
  readonly agent: AgentSettings | undefined
  readonly now: () => number
}

/** Throws payments_not_configured where there is no facilitator, nobody to pay, or a wrong price. */
export function createPayments(env: PaymentEnv, { chain, agent, now }: Source): () => Payments {
  const { X402_FACILITATOR_URL: url, X402_FACILITATOR_TOKEN: token, X402_TIMEOUT_MS: timeoutMs } = env
  const payTo = env.X402_PAY_TO === undefined ? agent?.wallet : env.X402_PAY_TO
  const amount = env.X402_PRICE === undefined ? PRICE : env.X402_PRICE
  const payments =
    url && payTo && amount
      ? { facilitator: createFacilitator({ url, token, timeoutMs }), offer: createOffer(chain, { payTo, amount }, now) }
      : undefined
  return () => {
    if (!payments) throw new ApiError('payments_not_configured')
    return payments
  }
}
