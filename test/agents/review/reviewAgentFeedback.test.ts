import { decodePaymentResponseHeader } from '@x402/core/http'
import { type BodyDiscoveryExtension, validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { keccak256, toHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { jsonPage } from '../../../localnet/web/pages.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { registrationFile } from '../../../localnet/world/agents.ts'
import { RegisteredAgents } from '../../../schema/agents/list.ts'
import { envelope } from '../../../schema/common.ts'
import { accountOfRole, encode, offerOf, payingFetch, sign } from './payer.ts'
import { PATH, reviewOf, startReviewNet, type ReviewNet } from './startReviewNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startReviewNet())
beforeEach(() => {
  net.facilitator.setFaults({})
  net.proxy.reset()
})

const codes = async (answer: ReturnType<ReviewNet['review']>) => {
  const { status, code } = await answer
  return [status, code]
}
const settlementOf = (headers: Headers) => decodePaymentResponseHeader(headers.get('payment-response') ?? '')
const isDeclared = (value: unknown): value is BodyDiscoveryExtension =>
  typeof value === 'object' && value !== null && 'info' in value && 'schema' in value
function declaredIn(value: unknown): BodyDiscoveryExtension {
  if (!isDeclared(value)) throw new Error('nothing is declared')
  return value
}
const settles = () => net.facilitator.requests().filter((route) => route === 'POST /settle').length

describe('happy', () => {
  it('is paid once by the published client as it comes, and the call that it answers gives the feedback', async () => {
    let answer: Response | undefined
    expect(
      await net.paidFor(async () => {
        answer = await payingFetch(net.usdc.address, net.world.chainId)(`${net.api}${PATH}`, {
          method: 'POST',
          headers: { ...net.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ agentId: 1, clientAddress: addressOf('voter') }),
        })
      }),
    ).toBe(1)
    if (!answer) throw new Error('no answer')
    const { review, payment, feedback } = reviewOf({
      status: answer.status,
      json: await answer.json(),
      headers: answer.headers,
      code: null,
    })
    expect(settlementOf(answer.headers)).toEqual(payment.settlement)
    expect(payment).toMatchObject({
      payer: addressOf('agent'),
      payTo: addressOf('admin'),
      amount: '1000000',
      amountUsd: '1',
    })
    expect(review.checks.map(({ id, passed }) => [id, passed])).toEqual([
      ['onchain-registration', true],
      ['registration-payload', true],
      ['agent-wallet', true],
      ['service-availability', true],
      ['discoverability', false],
    ])
    expect(review.score).toEqual({ value: 4, valueDecimals: 0, numericValue: 4, label: 'Strong' })
    expect(feedback.feedbackHash).toBe(keccak256(toHex(feedback.canonical)))
    expect(await (await fetch(feedback.gatewayUrl ?? '')).text()).toBe(feedback.canonical)
    expect(feedback).toMatchObject({ issues: [], from: addressOf('voter'), simulation: { status: 'ok' } })
    await net.send('voter', { to: net.world.contracts.reputationRegistry, data: feedback.data })
    const given = await net.get(`/v1/agents/feedback?agentId=1&mode=all`)
    const rating = { value: '80', valueDecimals: 0, tag1: 'starred', tag2: 'technical-review' }
    expect(given.json).toMatchObject({ data: { feedback: expect.arrayContaining([expect.objectContaining(rating)]) } })
    const { value, valueDecimals, tag1, tag2 } = feedback.payload
    expect({ value, valueDecimals, tag1, tag2 }).toEqual({ ...rating, value: 80 })
    // The mean of ratings by the same tag is of one scale.
    const mean = await net.get('/v1/agents/feedback?agentId=1')
    expect(mean.json).toMatchObject({
      data: { byTag: [{ tag1: 'starred', count: 2, displayValue: '90', label: null }] },
    })
  })
})

describe('what is sold', () => {
  it('can be listed: the 402 declares it by rules that the published package checks, and the facilitator lists it', async () => {
    const answer = await net.review()
    const header = answer.headers.get('payment-required') ?? ''
    // Servers and proxies take headers of 8 KiB together.
    expect(header.length).toBeLessThan(4096)
    const { resource, extensions, accepts } = offerOf(answer.headers)
    expect(resource).toMatchObject({ url: `${net.api}${PATH}`, mimeType: 'application/json', tags: expect.any(Array) })
    const bazaar: unknown = extensions?.['bazaar']
    expect(validateDiscoveryExtension(declaredIn(bazaar))).toEqual({ valid: true })
    // The schema is of `info`: that of the body is nested in it, and an example of another body is refused.
    const { info, schema } = declaredIn(bazaar)
    const other = { info: { ...info, input: { ...info.input, body: { agentId: 'one' } } }, schema }
    expect(validateDiscoveryExtension(declaredIn(other)).valid).toBe(false)
    expect(accepts).toHaveLength(1)
    await net.review(await net.payment())
    const listed = await (await fetch(`${net.facilitator.url}/discovery/resources`)).json()
    expect(listed).toMatchObject({ items: [{ resourceUrl: resource.url, method: 'POST', x402Version: 2 }] })
  })

  it('security: what a payer says of the resource is not passed on', async () => {
    const evil = { resource: { url: 'https://evil.example/' }, extensions: { bazaar: { info: {}, schema: {} } } }
    const answer = await net.review(await net.payment({ payload: evil }))
    expect(answer.status).toBe(200)
    expect(await (await fetch(`${net.facilitator.url}/discovery/resources`)).text()).not.toContain('evil')
  })

  it('is bought once by a payment-identifier: with another payment it is a conflict that charges nothing', async () => {
    const declared = offerOf((await net.review()).headers).extensions ?? {}
    const extensions = appendPaymentIdentifierToExtensions(structuredClone(declared))
    const first = await net.payment({ payload: { extensions } })
    const again = await net.payment({ payload: { extensions } })
    const bought = await net.review(first)
    expect(bought.status).toBe(200)
    expect(await net.paidFor(async () => expect((await net.review(first)).json).toEqual(bought.json))).toBe(0)
    expect(
      await net.paidFor(async () => expect(await codes(net.review(again))).toEqual([409, 'payment_conflict'])),
    ).toBe(0)
    const other = appendPaymentIdentifierToExtensions(structuredClone(declared))
    expect(
      await net.paidFor(async () => void (await net.review(await net.payment({ payload: { extensions: other } })))),
    ).toBe(1)
    for (const id of ['short', 'x'.repeat(129), 'with blanks in it, and more', 7]) {
      const wrong = { 'payment-identifier': { info: { required: false, id } } }
      const sent = await net.payment({ payload: { extensions: wrong } })
      expect(await codes(net.review(sent))).toEqual([400, 'invalid_payment'])
    }
  })

  it('race: of ten payments with one identifier at once, one is taken', async () => {
    const extensions = appendPaymentIdentifierToExtensions(
      structuredClone(offerOf((await net.review()).headers).extensions ?? {}),
    )
    const payments = await Promise.all(Array.from({ length: 10 }, () => net.payment({ payload: { extensions } })))
    let statuses: number[] = []
    const paid = await net.paidFor(async () => {
      statuses = (await Promise.all(payments.map((payment) => net.review(payment)))).map(({ status }) => status)
    })
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(paid).toBe(1)
  })
})

describe('what it finds', () => {
  const reviewed = async (body: object) => reviewOf(await net.review(await net.payment(), body)).review

  it('all five checks make five stars, fewer make fewer', async () => {
    const url = 'https://reviewed.example/registration.json'
    const own = { chainId: net.world.chainId, registry: net.world.contracts.identityRegistry }
    const file = {
      ...registrationFile({ ...own, agentId: 1, name: 'Harbour' }),
      services: [
        { name: 'web', endpoint: 'https://harbour.example/' },
        { name: 'A2A', endpoint: 'https://harbour.example/.well-known/agent-registration.json' },
      ],
    }
    net.web.put(url, jsonPage(file))
    const whole = await reviewed({ agentId: 1, registrationUrl: url })
    expect([whole.score.label, whole.endpoint?.source]).toEqual(['Excellent', 'A2A'])
    const other = await reviewed({ agentId: 0, registrationUrl: url, endpoint: 'https://gone.example/' })
    expect(other.checks.filter(({ passed }) => !passed).map(({ id }) => id)).toEqual([
      'registration-payload',
      'service-availability',
    ])
    expect(other.score).toMatchObject({ value: 3, label: 'Promising' })
    expect(other.reasoning).toContain('does not name this agent')
  })

  it('keeps the name in the file at the URI on chain for lists of agents, and none of a file that the request names', async () => {
    const [uri, other] = ['https://named.example/agent.json', 'https://other.example/agent.json']
    net.web.put(uri, jsonPage({ name: 'Far Harbour' }))
    net.web.put(other, jsonPage({ name: 'Not on chain' }))
    await net.chain.send('voter', net.registry, 'register', [uri])
    const listed = async () => {
      const answer = await net.get(`/v1/agents?limit=1&minBlock=${await net.head()}`)
      return envelope(RegisteredAgents).parse(answer.json).data.agents[0]
    }
    await expect.poll(listed, { timeout: 60_000 }).toMatchObject({ owner: addressOf('voter'), name: null })
    const agentId = (await listed())?.agentId ?? 0
    const row = async () =>
      await (await net.database()).prepare('select max(agent_id) as id from agent_files').first('id')
    await expect.poll(async () => BigInt(String(await row())), { timeout: 60_000 }).toBe(BigInt(agentId))
    await reviewed({ agentId, registrationUrl: other })
    expect(await listed()).toMatchObject({ name: null, nameReadAt: null })
    await reviewed({ agentId })
    expect(await listed()).toMatchObject({ name: 'Far Harbour', nameReadAt: expect.stringMatching(/^20\d\d-/) })
  })

  it('says that an owner cannot give its own agent feedback', async () => {
    const { feedback } = reviewOf(await net.review(await net.payment()))
    expect(feedback.issues.map(({ code }) => code)).toEqual(['self_feedback'])
    expect(feedback.from).toBe(addressOf('agent'))
  })
})

describe('an unpaid request charges nothing', () => {
  const unpaid = async (work: () => Promise<unknown>) => {
    const before = settles()
    expect(await net.paidFor(work)).toBe(0)
    expect(settles()).toBe(before)
  }

  it('asks for a payment, in the words of x402, of who asks well', async () => {
    expect(await codes(net.review(undefined, { agentId: 0, endpoint: 'ftp://agent.example/' }))).toEqual([
      400,
      'invalid_request',
    ])
    const answer = await net.review()
    expect([answer.status, answer.code, answer.headers.get('cache-control')]).toEqual([
      402,
      'payment_required',
      'no-store',
    ])
    expect(answer.headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED')
    const { first, x402Version, resource } = offerOf(answer.headers)
    expect({ x402Version, url: resource.url }).toEqual({ x402Version: 2, url: `${net.api}${PATH}` })
    expect(first).toEqual({
      scheme: 'exact',
      network: `eip155:${net.world.chainId}`,
      amount: '1000000',
      asset: net.world.contracts.usdc,
      payTo: addressOf('admin'),
      maxTimeoutSeconds: 300,
      extra: { name: 'USD Coin', version: '2' },
    })
  })

  it('refuses what is no payment', async () => {
    const requirements = await net.offer()
    const good = await sign({ requirements })
    const broken = [
      'not base64!',
      'bm90IGpzb24=',
      encode('text'),
      encode({}),
      encode({ x402Version: 2 }),
      'A'.repeat(17_000),
      await sign({ requirements, payload: { payload: { signature: '0x', authorization: {} } } }),
    ]
    for (const header of broken) expect(await codes(net.review(header))).toEqual([400, 'invalid_payment'])
    expect(await codes(net.review(encode({ x402Version: 1, scheme: 'exact' })))).toEqual([402, 'payment_rejected'])
    // The header of version 1 is named as such.
    const older = { ...net.headers, 'x-payment': good.replaceAll(/[A-Z]/g, '-') }
    expect(await net.review(undefined, { agentId: 0 }, older)).toMatchObject({
      status: 400,
      code: 'invalid_payment',
      json: { error: 'invalid_payment: X-PAYMENT: must be base64 in the standard alphabet, with + and /' },
    })
    // The first name wins.
    expect(await codes(net.review('not base64!', { agentId: 0 }, { ...net.headers, 'x-payment': good }))).toEqual([
      400,
      'invalid_payment',
    ])
  })

  it('refuses every payment that is not what was offered, each for its reason', async () => {
    const requirements = await net.offer()
    const now = Math.floor(Date.now() / 1000)
    const wrong: [object, string][] = [
      [{ accepted: { scheme: 'upto' } }, 'unsupported_scheme'],
      [{ accepted: { network: 'eip155:1' } }, 'invalid_network'],
      [{ accepted: { amount: '1' } }, 'invalid_payment_requirements'],
      [{ accepted: { asset: net.world.contracts.creatorCoin } }, 'invalid_payment_requirements'],
      [{ authorization: { to: addressOf('stranger') } }, 'invalid_exact_evm_payload_recipient_mismatch'],
      [{ authorization: { value: '2000000' } }, 'invalid_exact_evm_payload_authorization_value'],
      [{ authorization: { validAfter: String(now + 100) } }, 'invalid_exact_evm_payload_authorization_valid_after'],
      [{ authorization: { validBefore: String(now + 50) } }, 'invalid_exact_evm_payload_authorization_valid_before'],
      [{ authorization: { validBefore: String(now + 9000) } }, 'invalid_exact_evm_payload_authorization_valid_before'],
      [{ authorization: { from: addressOf('owner') } }, 'invalid_exact_evm_signature'],
      [{ account: accountOfRole('stranger') }, 'invalid_exact_evm_insufficient_balance'],
    ]
    await unpaid(async () => {
      for (const [given, reason] of wrong) {
        const answer = await net.review(await sign({ requirements, ...given }))
        expect([answer.status, answer.code, offerOf(answer.headers).error], reason).toEqual([
          402,
          'payment_rejected',
          reason,
        ])
      }
    })
  })

  it('builds no review of an agent that does not exist, or with a node or a gateway that is down', async () => {
    await unpaid(async () => {
      expect(await codes(net.review(await net.payment(), { agentId: 99 }))).toEqual([404, 'agent_not_found'])
      const payment = await net.payment()
      net.proxy.mode = 'drop'
      expect((await net.review(payment)).status).toBe(502)
      net.proxy.mode = 'pass'
      const endpoint = 'https://harbour.example/'
      for (const outage of [{ dns: 503 }, { egress: 503 }]) {
        net.web.fail(outage)
        const body = { agentId: 0, endpoint }
        expect(await codes(net.review(await net.payment(), body))).toEqual([503, 'review_incomplete'])
        net.web.fail({})
      }
    })
  })
})
