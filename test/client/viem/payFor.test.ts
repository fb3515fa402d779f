import { ExactEvmScheme } from '@x402/evm'
import { x402Client } from '@x402/fetch'
import { ConnectionError, createClient, isApiError, notBefore, reviewAgentFeedback } from 'creator-vault'
import { payFor } from 'creator-vault/x402'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountOfRole } from '../../agents/review/payer.ts'
import { cancel, startReviewNet } from '../../agents/review/startReviewNet.ts'
import { startCuttingProxy } from './startCuttingProxy.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startReviewNet())
const proxy = useNet(() => startCuttingProxy(net.host))
beforeEach(() => {
  net.facilitator.setFaults({})
  proxy.payments.length = 0
})

/** A client behind the proxy, which pays as the agent and signs in as the agent. */
function paying(more: Partial<Parameters<typeof createClient>[0]> = {}) {
  const { chainId } = net.world
  const allowedAssets = [
    { network: `eip155:${chainId}` as const, asset: net.usdc.address, maxAmountPerPayment: '1000000' },
  ]
  const payer = x402Client.fromConfig({
    schemes: [{ network: `eip155:${chainId}`, client: new ExactEvmScheme(accountOfRole('agent')) }],
    spendControls: { allowedAssets },
  })
  const client = createClient({
    network: { chainId, baseUrl: `${proxy.url}/api` },
    headers: net.headers,
    ...more,
  })
  return payFor(client, payer)
}
const different = () => new Set(proxy.payments).size
const GOOD = { agentId: 1 }

describe('a client that pays', () => {
  it('buys a review, and another with the next call', async () => {
    const client = paying()
    const paid = await net.paidFor(async () => {
      const first = await reviewAgentFeedback(client, GOOD)
      const second = await reviewAgentFeedback(client, GOOD)
      expect(first.payment.amountUsd).toBe('1')
      expect(second.payment.settlement.transaction).not.toBe(first.payment.settlement.transaction)
    })
    expect(paid).toBe(2)
  })

  it.each(['answer', 'body'] as const)(
    'pays once for a call whose %s is lost, and gets it the second time',
    async (cut) => {
      const client = paying()
      const paid = await net.paidFor(async () => {
        proxy.cut(cut)
        await expect(reviewAgentFeedback(client, GOOD)).rejects.toThrow(ConnectionError)
        const { payment } = await reviewAgentFeedback(client, GOOD)
        expect(payment.payer).toBe(accountOfRole('agent').address)
      })
      expect(paid).toBe(1)
      expect(different()).toBe(1)
      expect(proxy.payments).toHaveLength(2)
    },
  )

  it('pays once when the outcome of the settlement is unknown at first', async () => {
    const client = paying()
    const paid = await net.paidFor(async () => {
      net.facilitator.setFaults({ cutAfterSettle: true })
      const error = await reviewAgentFeedback(client, GOOD).catch((thrown: unknown) => thrown)
      net.facilitator.setFaults({})
      // The service may find the transaction by itself at once.
      if (error instanceof Error) {
        expect(isApiError(error, reviewAgentFeedback) && error.code).toBe('payment_unsettled')
        await reviewAgentFeedback(client, GOOD)
      }
    })
    expect(paid).toBe(1)
    expect(different()).toBe(1)
  })

  it('pays for each of two calls at the same time, even if the answer to one is lost', async () => {
    const client = paying()
    const paid = await net.paidFor(async () => {
      proxy.cut('answer')
      const outcomes = await Promise.allSettled([reviewAgentFeedback(client, GOOD), reviewAgentFeedback(client, GOOD)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await reviewAgentFeedback(client, GOOD)
    })
    expect(paid).toBe(2)
  })

  it('pays nothing for a review that cannot be made, and keeps the payment for it', async () => {
    const client = paying()
    const paid = await net.paidFor(async () => {
      const failure = () => expect(reviewAgentFeedback(client, { agentId: 999_999 })).rejects
      await failure().toMatchObject({ code: 'agent_not_found' })
      await failure().toMatchObject({ code: 'agent_not_found' })
    })
    expect(paid).toBe(0)
    expect(different()).toBe(1)
  })

  it('reports a payment that cannot be settled, and signs another only for the next call', async () => {
    const client = paying()
    const paid = await net.paidFor(async () => {
      net.facilitator.setFaults({ status: 503 })
      await expect(reviewAgentFeedback(client, GOOD)).rejects.toMatchObject({ code: 'facilitator_unavailable' })
      net.facilitator.setFaults({})
      await cancel(net, proxy.payments[0] ?? '')
      await expect(reviewAgentFeedback(client, GOOD)).rejects.toMatchObject({ code: 'payment_rejected' })
      expect(different()).toBe(1)
      await reviewAgentFeedback(client, GOOD)
    })
    expect(paid).toBe(1)
    expect(different()).toBe(2)
  })

  it('pays no more than its limit', async () => {
    const { chainId } = net.world
    const payer = x402Client.fromConfig({
      schemes: [{ network: `eip155:${chainId}`, client: new ExactEvmScheme(accountOfRole('agent')) }],
    })
    const client = createClient({ network: { chainId, baseUrl: net.api }, headers: net.headers })
    await expect(reviewAgentFeedback(payFor(client, payer), GOOD)).rejects.toThrow(ConnectionError)
  })

  it('authorizes each attempt by itself, and a renewed credential pays with the same payment', async () => {
    const { authorization = '' } = net.headers
    const requests: number[] = []
    let isFresh = true
    const client = paying({
      headers: {},
      credential: {
        authorize(request) {
          requests.push(1)
          // The session ends after the offer, and the next one is found by renewal.
          request.headers.set('authorization', isFresh || requests.length === 1 ? authorization : 'Bearer ended')
          isFresh = requests.length > 2
          return request
        },
        renew: async () => (isFresh = true),
      },
    })
    isFresh = false
    const paid = await net.paidFor(() => reviewAgentFeedback(client, GOOD))
    expect(paid).toBe(1)
    expect(different()).toBe(1)
    expect(requests.length).toBe(3)
  })

  it('shares the credential and the newest block with the client that it was made of', () => {
    const payer = new x402Client()
    const client = createClient({ network: { chainId: 1, baseUrl: net.api } })
    const other = payFor(client, payer)
    notBefore(other, 7)
    expect(client.minBlock).toBe(7n)
    other.credential = { authorize: (request) => request }
    expect(client.credential).toBeDefined()
    client.credential = undefined
    expect(other.credential).toBeUndefined()
  })
})
