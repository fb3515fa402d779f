import type { Task } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm'
import { x402Client } from '@x402/fetch'
import * as z from 'zod'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FeedbackReview } from '../../../schema/agents/reviewAnswer.ts'
import { accountOfRole, encode } from '../../agents/review/payer.ts'
import { errorOf, send, startA2aNet, stateOf, textOf, valueOf } from './startA2aNet.ts'
import { useNet } from '../../support/useNet.ts'

let client: Client
let as: { serviceParameters: Record<string, string> }
const net = useNet(() => startA2aNet())
beforeAll(async () => {
  client = await net.client()
  as = { serviceParameters: net.headers }
})
beforeEach(() => net.facilitator.setFaults({}))

const [COMPLETED, FAILED, INPUT_REQUIRED, AUTH_REQUIRED] = [3, 4, 6, 8]
const part = { operationId: 'reviewAgentFeedback', args: { agentId: 1 } }
const Required = z.looseObject({ x402Version: z.literal(2), accepts: z.array(z.looseObject({})).length(1) })
const Receipts = z.array(z.looseObject({ success: z.boolean() })).length(1)

const SignIn = z.object({ message: z.string() })
const Session = z.object({ accessToken: z.string() })
const Described = z.object({
  toSign: z.object({
    message: z.string(),
    body: z.string(),
    signed: z.object({ signatureInput: z.string(), contentDigest: z.string() }),
  }),
})

const metadataOf = ({ status }: Task) => z.record(z.string(), z.unknown()).parse(status?.message?.metadata ?? {})
const paymentStatus = (task: Task) => metadataOf(task)['x402.payment.status']
const isOffer = (value: unknown): value is PaymentRequired => Required.safeParse(value).success

/** A task that waits for its payment, and what it costs. */
async function offered() {
  const task = await send(client, part, {}, as)
  const required = metadataOf(task)['x402.payment.required']
  if (!isOffer(required)) throw new Error(textOf(task))
  return { task, required }
}

/** A payment, by the published package. */
async function pay(required: PaymentRequired): Promise<Record<string, unknown>> {
  const scheme = { network: 'eip155:*', client: new ExactEvmScheme(accountOfRole('agent')) } as const
  return {
    ...(await x402Client.fromConfig({ schemes: [scheme], spendControls: false }).createPaymentPayload(required)),
  }
}
const submitting = (payload: object, taskId: string) => ({
  taskId,
  metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload },
})
/** The operation of a task, which each message to it names. */
const named = { operationId: part.operationId }
const submit = (payload: object, taskId: string) => send(client, named, submitting(payload, taskId), as)

describe('a review', () => {
  test('waits for a credential, then for its payment, and comes with the receipt; it is charged once', async () => {
    const anonymous = await send(client, part)
    expect([stateOf(anonymous), errorOf(anonymous).code]).toEqual([AUTH_REQUIRED, 'unauthenticated'])
    const continued = await send(client, named, { taskId: anonymous.id }, as)
    expect([stateOf(continued), continued.id]).toEqual([INPUT_REQUIRED, anonymous.id])
    expect(stateOf(await client.getTask({ tenant: '', id: anonymous.id }, as))).toBe(INPUT_REQUIRED)
    const { task, required } = await offered()
    expect([stateOf(task), paymentStatus(task)]).toEqual([INPUT_REQUIRED, 'payment-required'])
    expect(task.status?.message?.extensions).toEqual([
      'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2',
    ])
    const open = await client.getTask({ tenant: '', id: task.id }, as)
    expect([stateOf(open), paymentStatus(open), open.id]).toEqual([INPUT_REQUIRED, 'payment-required', task.id])

    const payload = await pay(required)
    let paid: Task | undefined
    expect(await net.paidFor(async () => (paid = await submit(payload, task.id)))).toBe(1)
    if (!paid) throw new Error('no task')
    const { payment, review } = FeedbackReview.parse(valueOf(paid))
    expect([stateOf(paid), paymentStatus(paid), paid.id]).toEqual([COMPLETED, 'payment-completed', task.id])
    expect(metadataOf(paid)['x402.payment.receipts']).toEqual([payment.settlement])
    expect(review.score.label).toBe('Strong')

    let again: Task | undefined
    expect(await net.paidFor(async () => (again = await submit(payload, task.id)))).toBe(0)
    expect(again && valueOf(again)).toEqual(valueOf(paid))
  })

  test('is paid in one message too, as the header has the payment, and a receipt comes whatever fields are chosen', async () => {
    const payment = encode(await pay((await offered()).required))
    const task = await send(client, { ...part, payment, fields: ['review.score.label'] }, {}, as)
    expect([stateOf(task), valueOf(task)]).toEqual([COMPLETED, { review: { score: { label: 'Strong' } } }])
    expect(Receipts.parse(metadataOf(task)['x402.payment.receipts'])).toMatchObject([{ success: true }])
  })

  test('is bought by an agent with its own key alone: a receipt, and signed requests', async () => {
    const owner = accountOfRole('agent')
    const { message: challenge } = SignIn.parse(
      valueOf(await send(client, { tool: 'sign_in', args: { address: owner.address, agentId: 0 } })),
    )
    const signature = await owner.signMessage({ message: challenge })
    const started = await send(client, { tool: 'sign_in', args: { message: challenge, signature } })
    const { accessToken } = Session.parse(valueOf(started))
    const signedRequest = async () => {
      const sign = { args: part.args, receipt: accessToken, address: owner.address }
      const args = { operationId: part.operationId, sign }
      const { toSign } = Described.parse(valueOf(await send(client, { tool: 'describe_operation', args })))
      const { message: base, body, signed } = toSign
      return { accessToken, body, signed: { ...signed, signature: await owner.signMessage({ message: base }) } }
    }
    const waiting = await send(client, { ...part, ...(await signedRequest()) })
    const required = metadataOf(waiting)['x402.payment.required']
    if (!isOffer(required)) throw new Error(textOf(waiting))
    const payment = encode(await pay(required))
    const bought = await send(client, { ...named, ...(await signedRequest()), payment }, { taskId: waiting.id })
    expect([stateOf(bought), paymentStatus(bought)]).toEqual([COMPLETED, 'payment-completed'])
  })

  test('race: the same paid message ten times at once is charged once, and each answer is the review or says to repeat', async () => {
    const { task, required } = await offered()
    const payload = await pay(required)
    let answers: Task[] = []
    const paid = await net.paidFor(async () => {
      answers = await Promise.all(Array.from({ length: 10 }, () => submit(payload, task.id)))
    })
    expect(paid).toBe(1)
    for (const answer of answers) expect([COMPLETED, INPUT_REQUIRED]).toContain(stateOf(answer))
    expect(answers.map(stateOf)).toContain(COMPLETED)
    expect(stateOf(await submit(payload, task.id))).toBe(COMPLETED)
  })
})

describe('errors', () => {
  test('a payment that is not taken says why, and the task takes another', async () => {
    const { task, required } = await offered()
    const payload = await pay(required)
    const signed = z.looseObject({ signature: z.string() }).parse(payload['payload'])
    const wrong = { ...payload, payload: { ...signed, signature: `0x${'11'.repeat(65)}` } }
    const refused = await submit(wrong, task.id)
    expect([stateOf(refused), paymentStatus(refused)]).toEqual([INPUT_REQUIRED, 'payment-failed'])
    expect(metadataOf(refused)).toMatchObject({
      'x402.payment.error': 'INVALID_SIGNATURE',
      'x402.payment.receipts': [{ success: false }],
      'x402.payment.required': { x402Version: 2 },
    })
    expect(errorOf(refused).code).toBe('payment_rejected')
    expect(stateOf(await submit(await pay(required), refused.id))).toBe(COMPLETED)
  })

  test('a missing or malformed payment is a failed one', async () => {
    const { task } = await offered()
    const refused = await submit({ hello: 'there' }, task.id)
    expect([stateOf(refused), paymentStatus(refused)]).toEqual([FAILED, 'payment-failed'])
    const strange = await submit({ hello: 'ü \u{d800}' }, task.id)
    expect([stateOf(strange), paymentStatus(strange)]).toEqual([FAILED, 'payment-failed'])
    const nothing = await send(client, named, { taskId: task.id }, as)
    expect([stateOf(nothing), paymentStatus(nothing)]).toEqual([INPUT_REQUIRED, 'payment-required'])
  })

  test('an outage after the payment waits for the same payment, which is then charged once', async () => {
    const { task, required } = await offered()
    const payload = await pay(required)
    const paid = await net.paidFor(async () => {
      net.facilitator.setFaults({ status: 503 })
      const waiting = await submit(payload, task.id)
      expect([stateOf(waiting), paymentStatus(waiting)]).toEqual([INPUT_REQUIRED, 'payment-submitted'])
      net.facilitator.setFaults({})
      expect(stateOf(await submit(payload, task.id))).toBe(COMPLETED)
    })
    expect(paid).toBe(1)
  })

  test('the answer to a client that declines to pay says that nothing was charged', async () => {
    const { task } = await offered()
    const declined = await send(
      client,
      'no, thank you',
      { taskId: task.id, metadata: { 'x402.payment.status': 'payment-rejected' } },
      as,
    )
    expect([stateOf(declined), paymentStatus(declined)]).toEqual([INPUT_REQUIRED, 'payment-rejected'])
  })

  test('security: what buys nothing is not paid for by looking at a task, whatever its id says', async () => {
    const payment = encode(await pay((await offered()).required))
    const content = JSON.stringify(['c', 'call_write', { ...part, payment }])
    const id = `waiting.${Buffer.from(content).toString('base64url')}`
    expect(await net.paidFor(async () => void (await client.getTask({ tenant: '', id }, as)))).toBe(0)
  })

  test('security: neither a text nor the id of a task pays: a payment comes with the operation that it is for', async () => {
    const { task, required } = await offered()
    const payload = await pay(required)
    const more = submitting(payload, task.id)
    const text = JSON.stringify({ ...part, payment: encode(payload) })
    const paid = await net.paidFor(async () => {
      for (const attempt of [
        () => send(client, 'Here is the payment.', more, as),
        () => send(client, text, more, as),
        () => send(client, text, {}, as),
        () => send(client, { payment: encode(payload) }, { taskId: task.id }, as),
      ])
        await expect(attempt()).rejects.toMatchObject({ envelopeCode: -32602 })
    })
    expect(paid).toBe(0)
    expect(stateOf(await submit(payload, task.id))).toBe(COMPLETED)
  })
})
