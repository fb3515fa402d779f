import { decodePaymentResponseHeader } from '@x402/core/http'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FINAL_BLOCKS } from '../../../functions/agents/review/payment/createPaymentReader.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'
import { accountOfRole, sign } from './payer.ts'
import { cancel, frontRun, PRICE, reviewOf, startReviewNet, type ReviewNet } from './startReviewNet.ts'
import { useNet } from '../../support/useNet.ts'

/** How long the facilitator is waited for. */
const TIMEOUT_MS = 5432
const net = useNet(() => startReviewNet({ variables: { X402_TIMEOUT_MS: String(TIMEOUT_MS) } }))
beforeEach(() => {
  net.facilitator.setFaults({})
  net.proxy.reset()
})

const codes = async (answer: ReturnType<ReviewNet['review']>) => {
  const { status, code } = await answer
  return [status, code]
}
const settles = () => net.facilitator.requests().filter((route) => route === 'POST /settle').length
const charges = async (times: number, work: () => Promise<unknown>) => expect(await net.paidFor(work)).toBe(times)
/** Lets the ledger of `agent` check the chain by itself. */
const ring = async (): Promise<void> => {
  const ledgers = await net.objects('PAYMENT_LEDGER')
  const ledger: { reconcile?: () => Promise<number> } = ledgers.getByName(accountOfRole('agent').address.toLowerCase())
  expect(await ledger.reconcile?.()).toBeGreaterThan(0)
}

describe('one payment', () => {
  it('is charged once by a hundred uses at the same time, which all get the same answer', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      const before = settles()
      const answers = await Promise.all(Array.from({ length: 100 }, () => net.review(payment)))
      expect(new Set(answers.map(({ status, json }) => `${status} ${JSON.stringify(json)}`)).size).toBe(1)
      expect(reviewOf(answers[0] ?? (await net.review(payment))).review.score.value).toBe(4)
      expect(settles() - before).toBe(1)
    })
  })

  it('gets its answer for ever, whatever has become of facilitator, node and agent', async () => {
    const payment = await net.payment()
    const first = await net.review(payment)
    net.facilitator.setFaults({ status: 503 })
    net.proxy.mode = 'drop'
    const again = await net.review(payment)
    expect([again.status, again.json]).toEqual([200, first.json])
    expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
  })

  it('buys one thing for one caller', async () => {
    const payment = await net.payment()
    const stranger = await net.as('stranger')
    await charges(1, async () => {
      reviewOf(await net.review(payment))
      expect(await codes(net.review(payment, { agentId: 1 }))).toEqual([409, 'payment_conflict'])
      expect(await codes(net.review(payment, { agentId: 0 }, stranger))).toEqual([409, 'payment_conflict'])
    })
    const contested = await net.payment()
    await charges(1, async () => {
      const sent = await Promise.all([net.review(contested), net.review(contested, { agentId: 1 })])
      expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })
  })

  it('with the nonce of another is refused while that one is open, and does not take its place', async () => {
    const requirements = await net.offer()
    const nonce = `0x${'5e'.repeat(32)}`
    const payment = await sign({ requirements, authorization: { nonce } })
    net.facilitator.setFaults({ lie: 'refused' })
    expect(await codes(net.review(payment))).toEqual([503, 'payment_unsettled'])
    net.facilitator.setFaults({})
    const validBefore = String(Math.floor(Date.now() / 1000) + 200)
    const twin = await sign({ requirements, authorization: { nonce, validBefore } })
    expect(await codes(net.review(twin))).toEqual([409, 'payment_conflict'])
    await charges(1, async () => reviewOf(await net.review(payment)))
  })

  it('two at a time are built for a payer, and the others get 503 with Retry-After', async () => {
    const held: ServerResponse[] = []
    net.web.put('https://slow.example/', (response) => void held.push(response))
    const body = { agentId: 0, endpoint: 'https://slow.example/' }
    const payments = await Promise.all(Array.from({ length: 5 }, () => net.payment()))
    await charges(5, async () => {
      let busy = 0
      const sent = payments.map(async (payment) => {
        const answer = await net.review(payment, body)
        if (answer.code === 'review_busy') busy++
        return answer
      })
      await vi.waitFor(() => expect([held.length, busy]).toEqual([2, 3]), { timeout: 45_000 })
      net.web.put('https://slow.example/', { body: 'here' })
      for (const response of held) response.end('late')
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 200, 503, 503, 503])
      for (const payment of payments) reviewOf(await net.review(payment, body))
    })
  })
})

describe('a facilitator', () => {
  it('that is down or talks nonsense in verification charges nothing', async () => {
    await charges(0, async () => {
      for (const faults of [{ status: 500 }, { status: 401 }, { lie: 'garbage' }] as const) {
        net.facilitator.setFaults(faults)
        expect(await codes(net.review(await net.payment()))).toEqual([503, 'facilitator_unavailable'])
      }
      const payment = await net.payment()
      const timeOuts = holdTimeOuts()
      net.facilitator.setFaults({ slowMs: 60_000 })
      const asking = codes(net.review(payment))
      await expect.poll(timeOuts.held).toContain(TIMEOUT_MS)
      timeOuts.fire(TIMEOUT_MS)
      expect(await asking).toEqual([503, 'facilitator_unavailable'])
    })
  })

  it('that settles and then fails to say so is found out on the chain, at once', async () => {
    await charges(3, async () => {
      for (const faults of [{ cutAfterSettle: true }, { lie: 'failed' }] as const) {
        const payment = await net.payment()
        net.facilitator.setFaults(faults)
        reviewOf(await net.review(payment))
        net.facilitator.setFaults({})
        reviewOf(await net.review(payment))
      }
      // Its answer comes after this service has given up.
      const slow = await net.payment()
      const paid = (await net.balance('admin')) + PRICE
      const timeOuts = holdTimeOuts()
      net.facilitator.setFaults({ slowAnswerMs: 60_000 })
      const asking = net.review(slow)
      await expect.poll(() => net.balance('admin')).toBe(paid)
      timeOuts.fire(TIMEOUT_MS)
      reviewOf(await asking)
    })
  })

  it('that claims to have settled is not believed, nor one that refuses without a reason: the payment stays good', async () => {
    await charges(2, async () => {
      for (const lie of ['settled', 'refused'] as const) {
        const payment = await net.payment()
        net.facilitator.setFaults({ lie })
        for (let i = 0; i < 2; i++) {
          const answer = await net.review(payment)
          expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([
            503,
            'payment_unsettled',
            '10',
          ])
        }
        net.facilitator.setFaults({})
        reviewOf(await net.review(payment))
      }
    })
  })

  it('that settles only after this service has given up is paid for once, by the retry or by the ledger itself', async () => {
    await charges(2, async () => {
      for (const finish of ['retry', 'alarm'] as const) {
        const payment = await net.payment()
        net.facilitator.setFaults({ lie: 'refused' })
        expect(await codes(net.review(payment))).toEqual([503, 'payment_unsettled'])
        await frontRun(net, payment)
        net.facilitator.setFaults({ status: 500 })
        const before = settles()
        if (finish === 'alarm') {
          await net.aheadBy(20_000)
          await ring()
          net.proxy.mode = 'drop'
        }
        reviewOf(await net.review(payment))
        expect(settles()).toBe(before)
        net.proxy.mode = 'pass'
        net.facilitator.setFaults({})
        await net.aheadBy(0)
      }
    })
  })

  it('that calls a bad signature good gets nobody a review', async () => {
    net.facilitator.setFaults({ lie: 'valid' })
    await charges(0, async () => {
      const forged = await sign({
        requirements: await net.offer(),
        account: accountOfRole('stranger'),
        authorization: { from: accountOfRole('agent').address },
      })
      const answer = await net.review(forged)
      expect([answer.status, answer.code]).toEqual([402, 'payment_rejected'])
      expect(decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '')).toMatchObject({
        success: false,
      })
    })
  })
})

describe('the payer', () => {
  it('who sends the transfer himself has paid', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      net.facilitator.setFaults({ lie: 'refused' })
      expect(await codes(net.review(payment))).toEqual([503, 'payment_unsettled'])
      net.facilitator.setFaults({})
      await frontRun(net, payment)
      reviewOf(await net.review(payment))
    })
  })

  it('who cancels, or has used the nonce elsewhere, has not', async () => {
    await charges(0, async () => {
      const payment = await net.payment()
      net.facilitator.setFaults({ lie: 'refused' })
      expect(await codes(net.review(payment))).toEqual([503, 'payment_unsettled'])
      net.facilitator.setFaults({})
      await cancel(net, payment)
      expect(await codes(net.review(payment))).toEqual([402, 'payment_rejected'])
      const used = await net.payment()
      await cancel(net, used)
      expect(await codes(net.review(used))).toEqual([402, 'payment_rejected'])
    })
  })

  it('who pays somebody else with the same nonce, beside a payment to us in one transaction, has not', async () => {
    const requirements = await net.offer()
    const nonce = `0x${'7a'.repeat(32)}`
    const payment = await sign({ requirements, authorization: { nonce } })
    net.facilitator.setFaults({ lie: 'refused' })
    expect(await codes(net.review(payment))).toEqual([503, 'payment_unsettled'])
    net.facilitator.setFaults({})
    const elsewhere = { ...requirements, payTo: accountOfRole('stranger').address }
    await frontRun(net, await sign({ requirements: elsewhere, authorization: { nonce } }))
    expect(await codes(net.review(payment))).toEqual([402, 'payment_rejected'])
  })

  it('has a payment that expired unused forgotten once no block can take it any more', async () => {
    const snapshot = await net.snapshot()
    const payment = await net.payment()
    net.facilitator.setFaults({ lie: 'refused' })
    expect(await codes(net.review(payment))).toEqual([503, 'payment_unsettled'])
    net.facilitator.setFaults({})
    await net.chain.mine(2, 301)
    expect((await net.review(payment)).status).toBe(402)
    await snapshot()
  })

  it('keeps a review whose payment a reorganisation undid, and it is settled again on request', async () => {
    const back = await net.snapshot()
    const payment = await net.payment()
    reviewOf(await net.review(payment))
    await back()
    await net.aheadBy(20_000)
    await ring()
    await net.aheadBy(0)
    await charges(1, async () => reviewOf(await net.review(payment)))
    await net.chain.mine(FINAL_BLOCKS + 1, 0)
  })
})
