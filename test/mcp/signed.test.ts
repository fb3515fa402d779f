import { decodePaymentRequiredHeader, decodePaymentSignatureHeader } from '@x402/core/http'
import { safeBase64Encode } from '@x402/core/utils'
import * as z from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { FeedbackReview } from '../../schema/agents/reviewAnswer.ts'
import { LotteryKeySnapshot } from '../../schema/lottery/coverage.ts'
import { accountOfRole, sign } from '../agents/review/payer.ts'
import { startReviewNet } from '../agents/review/startReviewNet.ts'
import { callTool, connect, errorOf } from './connect.ts'
import { useNet } from '../support/useNet.ts'

let receipt: string
const owner = accountOfRole('agent')
const net = useNet(() => startReviewNet({ families: ['account', 'agents', 'lottery', 'mcp', 'site', 'social'] }))
const client = useNet(() => connect(`${net.host}/mcp`))
beforeAll(async () => {
  receipt = await signIn()
})

/** As the owner of agent 0, in two calls. */
async function signIn(): Promise<string> {
  const answer = await callTool(client, 'sign_in', { address: owner.address, agentId: 0 })
  const { message } = z.object({ message: z.string() }).parse(answer)
  const started = await callTool(client, 'sign_in', { message, signature: await owner.signMessage({ message }) })
  return z.object({ accessToken: z.string() }).parse(started).accessToken
}

const ToSign = z.object({
  toSign: z.object({
    message: z.string(),
    body: z.string(),
    signed: z.object({ signatureInput: z.string(), contentDigest: z.string() }),
  }),
})

/** Members of a call beside its operation, signed as describe_operation says. */
async function signedCall(operationId: string, args: Record<string, unknown>) {
  const input = { operationId, sign: { args, receipt, address: owner.address } }
  const { toSign } = ToSign.parse(await callTool(client, 'describe_operation', input))
  const { message, body, signed } = toSign
  return { accessToken: receipt, body, signed: { ...signed, signature: await owner.signMessage({ message }) } }
}

describe('an agent with its own key (SIWA, ERC-8128)', () => {
  const operationId = 'publishLotteryKeyCoverage'
  const write = (more: object) => client.callTool({ name: 'call_write', arguments: { operationId, ...more } })

  test('writes by requests that it signs', async () => {
    const published = await write(await signedCall(operationId, {}))
    expect(LotteryKeySnapshot.parse(published.structuredContent)).toMatchObject({ buyer: owner.address })
  })

  test('security: its receipt alone, a signature of another body, and one that was used change nothing', async () => {
    expect(errorOf(await write({ accessToken: receipt })).code).toBe('unauthenticated')
    const call = await signedCall(operationId, {})
    const altered = await write({ ...call, body: JSON.stringify({ creatorCoin: owner.address }) })
    expect(errorOf(altered).code).toBe('unauthenticated')
    const stranger = accountOfRole('stranger')
    const { toSign } = ToSign.parse(
      await callTool(client, 'describe_operation', {
        operationId,
        sign: { args: {}, receipt, address: owner.address },
      }),
    )
    const forged = { ...toSign.signed, signature: await stranger.signMessage({ message: toSign.message }) }
    expect(errorOf(await write({ accessToken: receipt, body: toSign.body, signed: forged })).code).toBe(
      'unauthenticated',
    )
    expect((await write(call)).isError ?? false).toBe(false)
    expect(errorOf(await write(call)).code).toBe('unauthenticated')
  })
})

/** The payment that an answer offers. */
function priceIn({ structuredContent }: { structuredContent?: unknown }) {
  const [requirements] = decodePaymentRequiredHeader(safeBase64Encode(JSON.stringify(structuredContent))).accepts
  if (!requirements) throw new Error('nothing is offered')
  return requirements
}

describe('a paid review (x402)', () => {
  const agentId = 1
  const review = (tool: string, args: object) =>
    client.callTool({
      name: tool,
      arguments:
        tool === 'paid_review'
          ? { ...args, agentId }
          : { ...args, operationId: 'reviewAgentFeedback', args: { agentId } },
    })
  const call = () => signedCall('reviewAgentFeedback', { agentId })

  test.each(['paid_review', 'call_write'])(
    '%s says what it costs, takes one payment, and answers again for it',
    async (tool) => {
      const anonymous = errorOf(await review(tool, {}))
      expect(anonymous).toMatchObject({
        code: 'unauthenticated',
        next: {
          tool: 'describe_operation',
          arguments: { operationId: 'reviewAgentFeedback' },
          why: expect.stringContaining('As an agent call sign_in with agentId'),
        },
      })
      const offered = await review(tool, await call())
      expect(errorOf(offered)).toMatchObject({ code: 'payment_required', next: { tool } })
      const requirements = priceIn(offered)
      const payment = await sign({ account: owner, requirements })
      const answers: z.output<typeof FeedbackReview>[] = []
      const paid = await net.paidFor(async () => {
        for (let i = 0; i < 2; i++) {
          const bought = await review(tool, { ...(await call()), payment })
          if (bought.isError) throw new Error(JSON.stringify(bought))
          answers.push(FeedbackReview.parse(bought.structuredContent))
          expect(bought).toMatchObject({ _meta: { 'x402/payment-response': { success: true } } })
        }
      })
      expect(paid).toBe(1)
      expect(answers[1]).toEqual(answers[0])
    },
  )

  test('a client of x402 reads the requirements from the result, and pays in `_meta`', async () => {
    const offered = await review('paid_review', await call())
    expect(offered).toMatchObject({
      isError: true,
      structuredContent: { x402Version: 2, accepts: [expect.any(Object)], error: { code: 'payment_required' } },
    })
    const requirements = priceIn(offered)
    const payload = decodePaymentSignatureHeader(await sign({ account: owner, requirements }))
    const paid = await net.paidFor(async () => {
      const bought = await client.callTool({
        name: 'paid_review',
        arguments: { ...(await call()), agentId },
        _meta: { 'x402/payment': payload },
      })
      expect(bought).toMatchObject({ _meta: { 'x402/payment-response': { success: true } } })
    })
    expect(paid).toBe(1)
  })

  test('a payment that is not taken is an error with its code, and nothing is charged', async () => {
    const requirements = priceIn(await review('paid_review', await call()))
    const payment = await sign({
      account: accountOfRole('stranger'),
      requirements,
      authorization: { from: owner.address },
    })
    const paid = await net.paidFor(async () => {
      expect(errorOf(await review('paid_review', { ...(await call()), payment })).code).toMatch(
        /^(payment_rejected|invalid_payment|payment_required)$/,
      )
    })
    expect(paid).toBe(0)
  })
})
