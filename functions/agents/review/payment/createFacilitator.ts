import type { SettleRequest, VerifyRequest } from '@x402/core/types'
import { type Hash, isHash } from 'viem'
import * as z from 'zod'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { log } from '../../../../shared/log/log.ts'
import { askService } from '../../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { jsonOrNothing } from '../../../../shared/text/json.ts'
import type { Discovery } from './createDiscovery.ts'
import { type Reason, reasonOf } from './faultOf.ts'
import type { Payment } from './Payment.ts'

const MAX_BYTES = 65_536

/** A facilitator's report of a settlement, which the chain must confirm. */
export type Settlement =
  | { readonly outcome: 'settled'; readonly transaction: Hash | null }
  | { readonly outcome: 'failed'; readonly reason: Reason }
  /** No answer in time, or no usable one. */
  | { readonly outcome: 'nothing' }

export interface Facilitator {
  /** Why it does not accept a payment; undefined if it does. Throws facilitator_unavailable. */
  verify(payment: Payment): Promise<Reason | undefined>
  /** Has a payment settled; never throws. */
  settle(payment: Payment): Promise<Settlement>
}

export interface FacilitatorApi {
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
  /** Description of the sold resource, which the facilitator may list after a settlement. */
  readonly discovery: Discovery
}

const Verified = z.object({ isValid: z.boolean(), invalidReason: z.string().optional(), payer: z.string().optional() })
const Settled = z.object({
  success: z.boolean(),
  errorReason: z.string().optional(),
  transaction: z.string().optional(),
})

/** A facilitator by its HTTP interface (x402 v2, "Facilitator Interface"). */
export function createFacilitator({ url, token, timeoutMs, discovery }: FacilitatorApi): Facilitator {
  async function ask(path: 'verify' | 'settle', payment: Payment): Promise<unknown> {
    try {
      // A refusal of a payment may have a status of its own; whatever else has one is a failure of the facilitator.
      const answers = (status: number) => status < 500
      const json = requestOf(payment, discovery)
      const { bytes } = await askService({
        provider: 'paymentFacilitator',
        url,
        path: `/${path}`,
        bearer: token,
        json,
        answers,
        timeoutMs,
        maxBytes: MAX_BYTES,
      })
      return jsonOrNothing(bytes)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const { status } = error
      log('warn', 'facilitator_failed', status === undefined ? { path, error: error.message } : { path, status })
      return undefined
    }
  }
  return {
    async verify(payment) {
      const { success, data } = Verified.safeParse(await ask('verify', payment))
      const isOther = (payer: string) => payer.toLowerCase() !== payment.authorization.from.toLowerCase()
      if (!success || (data.payer !== undefined && isOther(data.payer))) throw new ApiError('facilitator_unavailable')
      if (data.isValid) return undefined
      const reason = reasonOf(data.invalidReason, 'invalid_payload')
      if (reason === 'unexpected_verify_error') throw new ApiError('facilitator_unavailable')
      return reason
    },
    async settle(payment) {
      const { success, data } = Settled.safeParse(await ask('settle', payment))
      if (!success) return { outcome: 'nothing' }
      if (!data.success) return { outcome: 'failed', reason: reasonOf(data.errorReason, 'unexpected_settle_error') }
      const { transaction } = data
      return { outcome: 'settled', transaction: transaction !== undefined && isHash(transaction) ? transaction : null }
    },
  }
}

/** The payer's echo of the resource and its listing is dropped: this service sends its own. */
const requestOf = (
  { accepted, authorization, signature }: Payment,
  { resource, extensions: { bazaar } }: Discovery,
): VerifyRequest & SettleRequest => ({
  x402Version: 2,
  paymentPayload: {
    x402Version: 2,
    resource,
    accepted,
    payload: { signature, authorization },
    extensions: { bazaar },
  },
  paymentRequirements: accepted,
})
