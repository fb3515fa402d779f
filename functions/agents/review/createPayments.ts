import type { Chain } from '../../../shared/chain/chain.ts'
import type { AgentSettings } from '../../../shared/env/agentEnv.ts'
import { type PaymentEnv, saleOf } from '../../../shared/env/paymentEnv.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { createDiscovery, type Discovery } from './payment/createDiscovery.ts'
import { createFacilitator, type Facilitator } from './payment/createFacilitator.ts'
import { createOffer, type Offer } from './payment/createOffer.ts'

/** How a review is paid for. */
export interface Payments {
  readonly facilitator: Facilitator
  readonly offer: () => Promise<Offer>
  readonly discovery: Discovery
}

interface Source {
  readonly chain: Chain
  readonly baseUrl: string
  /** This service’s agent, whose wallet is paid if nobody else is named. */
  readonly agent: AgentSettings | undefined
  readonly now: () => number
}

/** Throws payments_not_configured where there is no facilitator, nobody to pay, or a wrong price. */
export function createPayments(env: PaymentEnv, { chain, baseUrl, agent, now }: Source): () => Payments {
  const { X402_FACILITATOR_TOKEN: token, X402_TIMEOUT_MS: timeoutMs } = env
  const sale = saleOf(env, agent?.wallet)
  const discovery = createDiscovery({ baseUrl, agent })
  const payments = sale && {
    facilitator: createFacilitator({ url: sale.facilitatorUrl, token, timeoutMs, discovery }),
    offer: createOffer(chain, sale, now),
    discovery,
  }
  return () => {
    if (!payments) throw new ApiError('payments_not_configured')
    return payments
  }
}
