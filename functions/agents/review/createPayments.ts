import type { Address } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import { type PaymentEnv, saleOf } from '../../../shared/env/paymentEnv.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { createFacilitator, type Facilitator } from './payment/createFacilitator.ts'
import { createOffer, type Offer } from './payment/createOffer.ts'

/** How a review is paid for. */
export interface Payments {
  readonly facilitator: Facilitator
  readonly offer: () => Promise<Offer>
}

interface Source {
  readonly chain: Chain
  /** The wallet of this service’s agent, which is paid if nobody else is named. */
  readonly wallet: Address | undefined
  readonly now: () => number
}

/** Throws payments_not_configured where there is no facilitator, nobody to pay, or a wrong price. */
export function createPayments(env: PaymentEnv, { chain, wallet, now }: Source): () => Payments {
  const { X402_FACILITATOR_TOKEN: token, X402_TIMEOUT_MS: timeoutMs } = env
  const sale = saleOf(env, wallet)
  const payments = sale && {
    facilitator: createFacilitator({ url: sale.facilitatorUrl, token, timeoutMs }),
    offer: createOffer(chain, sale, now),
  }
  return () => {
    if (!payments) throw new ApiError('payments_not_configured')
    return payments
  }
}
