import type { x402Facilitator } from '@x402/core/facilitator'
import type { DiscoveredResource } from '@x402/extensions/bazaar'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { type Call, Cut, outage, readBody, Refusal, serveJson, type Service, suffer } from '../standIn.ts'
import { addressOf } from '../world/accounts.ts'
import { openFacilitator, type PaidChain } from './openFacilitator.ts'

/** Faults of the facilitator, which last until others are set. */
const FacilitatorFaults = z.strictObject({
  ...outage,
  /** A payment is settled at once, and its outcome answered so many milliseconds later. */
  slowAnswerMs: z.int().min(0).max(60_000).optional(),
  /** Payments are settled, but the connection is cut before the answer. */
  cutAfterSettle: z.boolean().optional(),
  /**
   * `valid`: calls every payment valid. `settled`: reports a settlement that did not happen. `failed`: settles, and reports
   * that it did not. `refused`: does not settle, for no reason. `garbage`: answers nothing that makes sense.
   */
  lie: z.enum(['valid', 'settled', 'failed', 'refused', 'garbage']).optional(),
})
type FacilitatorFaults = z.output<typeof FacilitatorFaults>

export interface Facilitator extends Service {
  /** The chain on which it settles from now on. */
  serveChain(chain: PaidChain): void
  /** Replaces all switches. */
  setFaults(faults: FacilitatorFaults): void
  /** Method and path of each request. */
  requests(): readonly string[]
}

const Requirements = z.object({
  scheme: z.string(),
  network: z.templateLiteral([z.string(), ':', z.string()]),
  asset: z.string(),
  amount: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number(),
  extra: z.record(z.string(), z.unknown()),
})
const Order = z.object({
  paymentPayload: z.object({
    x402Version: z.literal(2),
    accepted: Requirements,
    payload: z.record(z.string(), z.unknown()),
    resource: z.exactOptional(z.object({ url: z.string() })),
    extensions: z.exactOptional(z.record(z.string(), z.unknown())),
  }),
  paymentRequirements: Requirements,
})
type Order = z.output<typeof Order>

/**
 * A facilitator of x402 on its own port: the published implementation, which verifies signatures and balances on the local
 * chain and settles there. `POST /verify`, `POST /settle`, `GET /supported`, for clients with its token;
 * `GET /discovery/resources` lists the resources that were paid for; `PUT /dev/faults` makes it fail, stall or lie.
 */
export async function startFacilitator(chain?: PaidChain): Promise<Facilitator> {
  const token = randomBytes(24).toString('hex')
  const requests: string[] = []
  const listed = new Map<string, DiscoveredResource>()
  const offers = new Set<string>()
  let faults: FacilitatorFaults = {}
  let facilitator = chain && openFacilitator(chain)

  async function verify(
    own: x402Facilitator,
    { paymentPayload: payload, paymentRequirements: requirements }: Order,
  ): Promise<unknown> {
    return faults.lie === 'valid' ? { isValid: true } : own.verify(payload, requirements)
  }

  async function list(payload: Order['paymentPayload'], requirements: Order['paymentRequirements']): Promise<void> {
    // An offer that was paid for before is listed: to check its schema again takes longer than to settle.
    const offer = JSON.stringify([payload.resource, payload.extensions])
    if (offers.has(offer)) return
    offers.add(offer)
    // Loaded when something is to be listed: it compiles schemas.
    const { extractDiscoveryInfo } = await import('@x402/extensions/bazaar')
    const found = extractDiscoveryInfo(payload, requirements)
    if (found) listed.set(found.resourceUrl, found)
  }

  async function settle(
    own: x402Facilitator,
    { paymentPayload: payload, paymentRequirements: requirements }: Order,
  ): Promise<unknown> {
    const { network } = requirements
    if (faults.lie === 'settled') return { success: true, transaction: `0x${'ab'.repeat(32)}`, network }
    if (faults.lie === 'refused')
      return { success: false, errorReason: 'a reason of its own', transaction: '', network }
    const settled = await own.settle(payload, requirements)
    if (settled.success) await list(payload, requirements)
    return faults.lie === 'failed'
      ? { success: false, errorReason: 'unexpected_settle_error', transaction: '', network }
      : settled
  }

  async function answer({ request, route }: Call): Promise<unknown> {
    if (route === 'PUT /dev/faults') return (faults = await readBody(request, FacilitatorFaults))
    requests.push(route)
    const { slowAnswerMs, cutAfterSettle, lie } = faults
    await suffer(faults)
    if (!facilitator) throw new Refusal(503, 'no_chain', 'No chain is served')
    if (route === 'GET /supported') return facilitator.getSupported()
    if (route === 'GET /discovery/resources') return { x402Version: 2, items: [...listed.values()] }
    if (request.headers.authorization !== `Bearer ${token}`) throw new Refusal(401, 'unauthorized', 'Unknown token')
    const order = await readBody(request, Order)
    const work = { 'POST /verify': verify, 'POST /settle': settle }[route]
    if (!work) throw new Refusal(404, 'not_found', 'There is no such route')
    const outcome = await work(facilitator, order)
    if (slowAnswerMs && work === settle) await sleep(slowAnswerMs, undefined, { ref: false })
    if (cutAfterSettle && work === settle) throw new Cut()
    return lie === 'garbage' ? 'not an answer' : outcome
  }

  const { url, stop } = await serveJson(answer)
  return {
    url,
    // Of the accounts of the local world, `admin` has no USDC of its own.
    variables: { X402_FACILITATOR_URL: url, X402_FACILITATOR_TOKEN: token, X402_PAY_TO: addressOf('admin') },
    serveChain: (served) => void (facilitator = openFacilitator(served)),
    setFaults: (given) => void (faults = given),
    requests: () => requests,
    stop,
  }
}
