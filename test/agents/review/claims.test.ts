import { signAuthenticatedRequest } from '@buildersgarden/siwa/erc8128'
import type { ServerResponse } from 'node:http'
import { decodeFunctionData, type Hex, type LocalAccount, parseUnits } from 'viem'
import { getTransaction } from 'viem/actions'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorEnvelope } from '../../../schema/common.ts'
import { transferBySignatureAbi } from '../../../functions/agents/review/payment/erc3009.ts'
import { type Answer, bearer, receiptOf, signIn, toAnswer } from '../../account/support.ts'
import { siwaSigner } from '../../auth/support.ts'
import { createRandom } from '../../support/random.ts'
import { accountOfRole, encode, sign } from './payer.ts'
import { cancel, frontRun, PATH, PRICE, reviewOf, startReviewNet } from './startReviewNet.ts'
import { contractWallet, smartWallet } from './wallets.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const net = useNet(() => startReviewNet())
const stranger = prepared(() => net.as('stranger'))
beforeEach(() => {
  net.facilitator.setFaults({})
  net.proxy.reset()
})

const codes = async (answer: Promise<Answer>) => {
  const { status, code } = await answer
  return [status, code]
}
const settles = () => net.facilitator.requests().filter((route) => route === 'POST /settle').length
const charges = async (times: number, work: () => Promise<unknown>) => expect(await net.paidFor(work)).toBe(times)

/** The body that a conflict names. */
function boughtIn({ json }: Answer): object {
  const [, body = ''] = /send (\{.*\})/.exec(ErrorEnvelope.parse(json).error) ?? []
  return JSON.parse(body)
}

/** The payment that a transaction shows to everyone, as its payer would have sent it. */
async function copied(hash: Hex): Promise<string> {
  const { input } = await getTransaction(net.chain.client, { hash })
  const { args } = decodeFunctionData({ abi: transferBySignatureAbi, data: input })
  const [from, to, value, validAfter, validBefore, nonce, signature] = args
  const authorization = {
    from,
    to,
    value: String(value),
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    nonce,
  }
  return encode({ x402Version: 2, accepted: await net.offer(), payload: { signature, authorization } })
}

/** A body whose review waits until `release` is called. */
function slowBody(host: string) {
  const url = `https://${host}.example/`
  const held: ServerResponse[] = []
  net.web.put(url, (response) => void held.push(response))
  return {
    body: { agentId: 1, endpoint: url },
    isWaiting: () => vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 45_000 }),
    release: () => held[0]?.end('late'),
  }
}

describe('a payment that was on chain before this service heard of it', () => {
  it('buys its payer one review, without being settled again', async () => {
    const payment = await net.payment()
    const before = settles()
    await charges(1, async () => {
      const transaction = await frontRun(net, payment)
      const first = await net.review(payment)
      expect(reviewOf(first).payment.settlement.transaction).toBe(transaction)
      expect((await net.review(payment)).json).toEqual(first.json)
      expect(await codes(net.review(payment, { agentId: 1 }))).toEqual([409, 'payment_conflict'])
    })
    expect(settles()).toBe(before)
  })

  it('buys it by a SIWA credential of the payer too, and both credentials are the same caller', async () => {
    const payment = await net.payment()
    await frontRun(net, payment)
    const account = accountOfRole('agent')
    const { receipt } = await receiptOf(net.api, 0, account)
    const request = new Request(`${net.api}${PATH}`, {
      method: 'POST',
      body: JSON.stringify({ agentId: 0 }),
      headers: { 'payment-signature': payment },
    })
    const signed = await signAuthenticatedRequest(request, receipt, siwaSigner(account), net.world.chainId)
    const answer = await toAnswer(await fetch(signed))
    expect(reviewOf(answer).payment.payer).toBe(account.address)
    expect((await net.review(payment)).json).toEqual(answer.json)
  })

  it('buys it although its validity is over by then', async () => {
    const snapshot = await net.snapshot()
    const payment = await net.payment()
    await frontRun(net, payment)
    try {
      await net.chain.mine(2, 301)
      await net.aheadBy(602_000)
      reviewOf(await net.review(payment))
    } finally {
      await net.aheadBy(0)
      await snapshot()
    }
  })

  it('buys nothing if it went elsewhere or was cancelled', async () => {
    const requirements = await net.offer()
    const nonce = `0x${'7b'.repeat(32)}`
    const payment = await sign({ requirements, authorization: { nonce } })
    const elsewhere = { ...requirements, payTo: accountOfRole('stranger').address }
    await frontRun(net, await sign({ requirements: elsewhere, authorization: { nonce } }))
    expect(await codes(net.review(payment))).toEqual([402, 'payment_rejected'])
    const cancelled = await net.payment()
    await cancel(net, cancelled)
    expect(await codes(net.review(cancelled))).toEqual([402, 'payment_rejected'])
  })

  it('buys nothing any more after a day of blocks', async () => {
    const hourly = await startReviewNet({ blockTimeMs: 3_600_000 })
    try {
      const [old, recent] = [await hourly.payment(), await hourly.payment()]
      await frontRun(hourly, old)
      await hourly.chain.mine(5, 0)
      await frontRun(hourly, recent)
      await hourly.chain.mine(20, 0)
      expect(await codes(hourly.review(old))).toEqual([402, 'payment_rejected'])
      reviewOf(await hourly.review(recent))
    } finally {
      await hourly.stop()
    }
  })

  it('is not refused while no node answers, and is honoured afterwards', async () => {
    const payment = await net.payment()
    await frontRun(net, payment)
    net.proxy.mode = 'drop'
    expect((await net.review(payment)).status).toBe(502)
    net.proxy.mode = 'pass'
    reviewOf(await net.review(payment))
  })

  it('is not for a stranger who copies it from the chain, before its payer comes or after', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      const copy = await copied(await frontRun(net, payment))
      expect(await codes(net.review(copy, { agentId: 0 }, stranger))).toEqual([403, 'payer_only'])
      const first = await net.review(payment)
      reviewOf(first)
      expect(await codes(net.review(copy, { agentId: 0 }, stranger))).toEqual([409, 'payment_conflict'])
      expect((await net.review(copy)).json).toEqual(first.json)
    })
  })

  it('is not for the payer either without the signature of exactly this authorization', async () => {
    const nonce = `0x${'9c'.repeat(32)}`
    const requirements = await net.offer()
    const payment = await sign({ requirements, authorization: { nonce } })
    await frontRun(net, payment)
    const forged = await sign({
      requirements,
      account: accountOfRole('stranger'),
      authorization: { nonce, from: accountOfRole('agent').address },
    })
    expect(await codes(net.review(forged))).toEqual([402, 'payment_rejected'])
    const tooWide = await sign({ requirements, authorization: { nonce } })
    const { payload, ...rest } = JSON.parse(Buffer.from(tooWide, 'base64').toString())
    const authorization = { ...payload.authorization, validBefore: '9'.repeat(78) }
    const wide = encode({ ...rest, payload: { ...payload, authorization } })
    expect(await codes(net.review(wide))).toEqual([400, 'invalid_payment'])
    reviewOf(await net.review(payment))
  })

  it('buys one review, however many its payer and others request at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const payment = await net.payment()
      await frontRun(net, payment)
      const [mine, other, theirs] = await Promise.all([
        net.review(payment, { agentId: 0 }),
        net.review(payment, { agentId: 1 }),
        net.review(payment, { agentId: 0 }, stranger),
      ])
      expect([mine.status, other.status].toSorted()).toEqual([200, 409])
      expect([403, 409]).toContain(theirs.status)
    }
  })
})

describe('a payment that another caller presents', () => {
  it('buys that caller a review, which the payer gets as well, and no other', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      const theirs = await net.review(payment, { agentId: 1, capability: 'tools' }, stranger)
      reviewOf(theirs)
      const refused = await net.review(payment)
      expect([refused.status, refused.code]).toEqual([409, 'payment_conflict'])
      const mine = await net.review(payment, boughtIn(refused))
      expect([mine.status, mine.json]).toEqual([200, theirs.json])
      const owner = await net.as('owner')
      const foreign = await net.review(payment, { agentId: 1, capability: 'tools' }, owner)
      expect([foreign.status, foreign.code]).toEqual([409, 'payment_conflict'])
      expect(JSON.stringify(foreign.json)).not.toContain('tools')
      expect((await net.review(payment, { agentId: 1, capability: 'tools' }, stranger)).json).toEqual(theirs.json)
    })
  })

  it('buys what the payer asks for, if the payer comes before that caller has the answer', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      const slow = slowBody('overtaken')
      const theirs = net.review(payment, slow.body, stranger)
      await slow.isWaiting()
      const mine = await net.review(payment)
      expect(reviewOf(mine).review.agentId).toBe(0)
      slow.release()
      expect(await codes(theirs)).toEqual([409, 'payment_conflict'])
      expect(await codes(net.review(payment, slow.body, stranger))).toEqual([409, 'payment_conflict'])
      expect((await net.review(payment)).json).toEqual(mine.json)
    })
  })

  it('is not lost if that caller requested its settlement, and the outcome is unknown', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      net.facilitator.setFaults({ lie: 'refused' })
      expect(await codes(net.review(payment, { agentId: 1 }, stranger))).toEqual([503, 'payment_unsettled'])
      net.facilitator.setFaults({})
      await frontRun(net, payment)
      const mine = await net.review(payment)
      expect(reviewOf(mine).review.agentId).toBe(0)
      expect(await codes(net.review(payment, { agentId: 1 }, stranger))).toEqual([409, 'payment_conflict'])
    })
  })

  it('is the payer’s alone if it gets on chain while that caller’s review is being made', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      const slow = slowBody('mined')
      const theirs = net.review(payment, slow.body, stranger)
      await slow.isWaiting()
      await frontRun(net, payment)
      slow.release()
      expect(await codes(theirs)).toEqual([403, 'payer_only'])
      expect(await codes(net.review(payment, slow.body, stranger))).toEqual([403, 'payer_only'])
      // The ledger notices the payment by itself, which makes it nobody else's.
      await net.aheadBy(20_000)
      const ledgers = await net.objects('PAYMENT_LEDGER')
      const ledger: { reconcile?: () => Promise<number> } = ledgers.getByName(
        accountOfRole('agent').address.toLowerCase(),
      )
      await ledger.reconcile?.()
      await net.aheadBy(0)
      expect(await codes(net.review(payment, slow.body, stranger))).toEqual([403, 'payer_only'])
      expect(reviewOf(await net.review(payment)).review.agentId).toBe(0)
    })
  })

  it('is not taken over with a signature that is not the payer’s', async () => {
    await charges(1, async () => {
      const payment = await net.payment()
      net.facilitator.setFaults({ lie: 'refused' })
      expect(await codes(net.review(payment, { agentId: 1 }, stranger))).toEqual([503, 'payment_unsettled'])
      net.facilitator.setFaults({})
      const { payload, ...rest } = JSON.parse(Buffer.from(payment, 'base64').toString())
      const wrong = encode({ ...rest, payload: { ...payload, signature: `0x${'11'.repeat(65)}` } })
      expect(await codes(net.review(wrong))).toEqual([402, 'payment_rejected'])
      reviewOf(await net.review(payment, { agentId: 1 }, stranger))
    })
  })

  it('buys one review in every race of the payer and that caller', async () => {
    const random = createRandom('payer and stranger')
    for (let round = 0; round < 8; round++) {
      await charges(1, async () => {
        const payment = await net.payment()
        const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
        const theirs = net.review(payment, { agentId: 1 }, stranger)
        await wait(random.below(120))
        const mine = await net.review(payment)
        const bought = [await theirs, mine].filter(({ status }) => status === 200)
        let last = mine.status === 409 ? await net.review(payment, boughtIn(mine)) : mine
        // On a slow machine the outcome may not be known at first.
        const isKnown = async () => {
          if (last.status === 503) last = await net.review(payment)
          return last.status !== 503
        }
        await vi.waitUntil(isKnown, { timeout: 45_000, interval: 500 })
        const reviews = [...bought, last].map((answer) => JSON.stringify(reviewOf(answer)))
        expect(new Set(reviews).size).toBe(1)
      })
    }
  })
})

describe('a contract wallet (ERC-1271)', () => {
  const sessionOf = async (account: LocalAccount) => bearer((await signIn(net.api, account)).token)
  const fund = (account: LocalAccount) =>
    net.chain.send('owner', net.usdc, 'mint', [account.address, parseUnits('5', 6)])

  it('pays through the facilitator', async () => {
    const account = smartWallet(net.world.contracts.smartWallet, 'owner', net.world.chainId)
    await fund(account)
    const before = await net.balance('admin')
    const payment = await net.payment({ account })
    const theirs = await net.review(payment)
    expect(reviewOf(theirs).payment.payer).toBe(account.address)
    expect((await net.balance('admin')) - before).toBe(PRICE)
    expect((await net.review(payment, { agentId: 0 }, await sessionOf(account))).json).toEqual(theirs.json)
  })

  it('claims what it has put on chain itself, and its owner as such does not', async () => {
    const account = contractWallet(net.world.contracts.wallet, 'owner')
    await fund(account)
    const payment = await net.payment({ account })
    await frontRun(net, payment)
    expect(await codes(net.review(payment, { agentId: 0 }, await net.as('owner')))).toEqual([403, 'payer_only'])
    const mine = await sessionOf(account)
    const { payload, ...rest } = JSON.parse(Buffer.from(payment, 'base64').toString())
    const signature = await accountOfRole('stranger').signMessage({ message: 'something else' })
    const forged = encode({ ...rest, payload: { ...payload, signature } })
    expect(await codes(net.review(forged, { agentId: 0 }, mine))).toEqual([402, 'payment_rejected'])
    expect(reviewOf(await net.review(payment, { agentId: 0 }, mine)).payment.payer).toBe(account.address)
  })
})
