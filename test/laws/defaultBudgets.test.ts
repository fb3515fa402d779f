import { WORKER_NAMES } from '../../platform/workers.ts'
import { describe, expect, test } from 'vitest'
import { account } from '../../schema/account/index.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { LIMITS, type LimitClass } from '../../schema/limits.ts'
import type { Operation } from '../../schema/operation.ts'
import { writeMessage } from '../account/support.ts'
import { inOnePeriod } from '../support/inOnePeriod.ts'
import { soak } from '../support/soak.ts'
import { seeded } from '../support/seeded.ts'
import { type Call, startLive } from './live.ts'
import { useNet } from '../support/useNet.ts'

/** The budgets as they are in production: no variable sets or multiplies them. */
const live = useNet(() => startLive({ budgets: { LIMIT_MULTIPLIER: '' } }))

/** Windows are minutes of the clock. A machine has one name, whose budget an attempt in two windows has used in part. */
const inOneMinute = <T extends unknown[]>(attempt: (...given: T) => Promise<void>) =>
  inOnePeriod(60, attempt, async () => {
    aheadMs += 60_000
    await Promise.all(WORKER_NAMES.filter((name) => name !== 'mcp').map((name) => live.changeTime(name, { aheadMs })))
  })
let aheadMs = 0

const operations: readonly Operation[] = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
const isLimitClass = (name: string): name is LimitClass => Object.hasOwn(LIMITS, name)
const classes = Object.keys(LIMITS).filter(isLimitClass)
/** Each class with an operation that uses it so: the first, but a document is long to send as often. */
const usedAs = (uses: (operation: Operation, name: LimitClass) => boolean) =>
  classes.flatMap((name) => {
    const using = operations.filter((one) => uses(one, name))
    const operation = using.find((one) => one['x-answer'] === 'envelope') ?? using[0]
    return operation ? [{ name, operation, limit: LIMITS[name].limit }] : []
  })
const own = usedAs((operation, name) => operation['x-limit'] === name)
const second = usedAs((operation, name) => operation['x-limit-by']?.class === name)
const inside = usedAs((operation, name) => operation['x-limit-inside']?.includes(name) === true)
const byPrincipal = usedAs(
  ({ 'x-limit': limit, 'x-limit-principal': ofPrincipal = limit, 'x-auth': auth }, name) =>
    ofPrincipal === name && auth !== undefined,
)

/** More connections at once than this, and a busy machine resets some of them. */
const LANES = 20

/** Three more at once than are allowed: as many are denied, each with the time to retry. */
async function expectThreeDenied(limit: number, send: (i: number) => Promise<Response>): Promise<void> {
  const answers: Response[] = []
  let next = 0
  const lane = async () => {
    while (next < limit + 3) {
      const answer = await send(next++)
      await answer.arrayBuffer()
      answers.push(answer)
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, limit + 3) }, lane))
  const denied = answers.filter(({ status }) => status === 429)
  expect(denied).toHaveLength(3)
  for (const { headers } of denied) expectDenial(headers, limit)
}

/**
 * The same of a read, which passes uncounted where counting takes long, and says nothing of budgets then: what was counted
 * is never more than allowed, and once all is used up it is denied.
 */
async function expectReadsDenied(limit: number, send: () => Promise<Response>): Promise<void> {
  const counted: Response[] = []
  const uncounted: Response[] = []
  const denied: Response[] = []
  const lane = async () => {
    for (let turns = 0; turns < limit && denied.length === 0; turns++) {
      const answer = await send()
      await answer.arrayBuffer()
      // If only its client was counted, which is new each time, the client's budget is reported, and is nearly whole.
      const isWhole = Number(answer.headers.get('x-ratelimit-remaining') ?? limit) >= limit - 1
      const kind = answer.status === 429 ? denied : isWhole && counted.length > 0 ? uncounted : counted
      kind.push(answer)
    }
  }
  await Promise.all(Array.from({ length: 6 }, lane))
  for (const { headers } of denied) expectDenial(headers, limit)
  expect(denied.length).toBeGreaterThan(0)
  expect(counted.length).toBeLessThanOrEqual(limit)
  expect(counted.length + uncounted.length).toBeGreaterThanOrEqual(limit)
}

/** A budget that takes long to use up says its size itself; in soak it is used up too. */
const MOST_REQUESTS = soak(24, Infinity)

async function expectDenials(operation: Operation, limit: number, send: () => Promise<Response>): Promise<void> {
  if (limit > MOST_REQUESTS) return expectReportedBudget(limit, await send())
  return operation.method === 'get' ? expectReadsDenied(limit, send) : expectThreeDenied(limit, send)
}

async function expectReportedBudget(limit: number, answer: Response): Promise<void> {
  await answer.arrayBuffer()
  expect(answer.headers.get('x-ratelimit-limit')).toBe(String(limit))
  expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1))
}

function expectDenial(headers: Headers, limit: number): void {
  expect(headers.get('x-error-code')).toBe('rate_limited')
  expect(headers.get('retry-after')).toMatch(/^[1-9][0-9]?$/)
  expect(headers.get('x-ratelimit-limit')).toBe(String(limit))
}

const body = (operation: Operation): Call => (operation.method === 'get' ? {} : { body: {} })
const elsewhere = () => ({ 'cf-connecting-ip': live.newClient() })

test('every class that an operation names is used up below', () => {
  const used = new Set([...own, ...second, ...inside, ...byPrincipal].map(({ name }) => name))
  const named = operations.flatMap((operation) => [
    operation['x-limit'],
    ...(operation['x-limit-by'] ? [operation['x-limit-by'].class] : []),
    ...(operation['x-limit-inside'] ?? []),
    ...(operation['x-limit-principal'] ? [operation['x-limit-principal']] : []),
  ])
  expect([...used].toSorted()).toEqual([...new Set(named)].toSorted())
})

test.each(own)(
  '$name: $limit a minute for a client',
  inOneMinute(async ({ operation, limit }) => {
    const headers = elsewhere()
    await expectDenials(operation, limit, () => live.send(operation, { ...body(operation), headers }))
    expect((await live.send(operation, body(operation))).status).not.toBe(429)
  }),
)

describe('by client and value', () => {
  /** Values of the parameter by which a class counts. */
  const VALUES: Readonly<Record<string, () => string>> = {
    address: () => live.world.contracts.shareToken,
    wallet: () => live.world.contracts.wallet,
  }

  test.each(second)(
    '$name: $limit a minute',
    inOneMinute(async ({ operation, limit }) => {
      const name = operation['x-limit-by']?.query ?? ''
      const value = VALUES[name]?.() ?? ''
      const headers = elsewhere()
      await expectDenials(operation, limit, () => live.send(operation, { query: { [name]: value }, headers }))
      const other = { query: { [name]: live.world.contracts.usdc }, headers }
      expect((await live.send(operation, other)).status).not.toBe(429)
    }),
  )
})

describe('a principal, from any address', () => {
  const CREDENTIALS: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
    build: () => live.session(),
    write: () => live.session(),
    session: () => live.session(),
    admin: () => live.session(live.admin()),
    cron: async () => ({ authorization: `Bearer ${live.secrets['CRON_SECRET']}` }),
    sentinel: async () => ({ authorization: `Bearer ${live.secrets['TREND_SENTINEL_SECRET']}` }),
    ingest: async () => ({ authorization: `Bearer ${live.secrets['LOTTERY_INGEST_SECRET']}` }),
    runtime: async () => ({ authorization: `Bearer ${live.secrets['CRE_RUNTIME_API_KEY']}` }),
    tokenlist: async () => ({ authorization: `Bearer ${live.secrets['TOKEN_LIST_KEY']}` }),
    identity: async () => (await live.chatPerson()).headers,
    sessionAndIdentity: async () => ({ ...(await live.session()), ...(await live.idpToken()) }),
    miniapp: async () => ({ authorization: `Bearer ${(await live.chatPerson()).sessionToken}` }),
    keepr: async () => ({
      authorization: `Bearer ${live.secrets['KPR_API_KEY']}`,
      'x-keepr-zone-key': live.secrets['KPR_ZONE_KEY_MARKET_MAINTENANCE'] ?? '',
    }),
    chatapp: async () => ({ 'x-telegram-bot-api-secret-token': live.secrets['CHATAPP_WEBHOOK_SECRET'] ?? '' }),
  }

  test.each(byPrincipal)(
    '$name: $limit a minute',
    inOneMinute(async ({ operation, limit }) => {
      const credentials = await CREDENTIALS[operation['x-auth'] ?? '']?.()
      if (!credentials) throw new Error(`no credential for ${operation['x-auth']}`)
      await expectDenials(operation, limit, () =>
        live.send(operation, { ...body(operation), headers: { ...credentials, ...elsewhere() } }),
      )
    }),
  )
})

test(
  'handoffFailure: so many codes are refused in a minute for a client',
  inOneMinute(async () => {
    const headers = elsewhere()
    const body = { code: '0'.repeat(64) }
    await expectThreeDenied(LIMITS.handoffFailure.limit, () => live.send(account.redeemAuthHandoff, { body, headers }))
    expect((await live.send(account.redeemAuthHandoff, { body })).status).toBe(400)
  }),
)

describe('sign-ins for which a wallet’s own code is run', () => {
  const verify = account.verifyAuth
  const random = seeded('sign-ins')
  const newAddress = () => random.account().address
  /** Signed by a key that is not the address's, so that only a contract there could take it. */
  const write = async (address: `0x${string}`) => {
    const message = await writeMessage(live.api, address)
    return { message, signature: `0x${'12'.repeat(65)}` }
  }

  test(
    'contractSignIn: so many a minute for a client, and who is denied keeps the nonce',
    inOneMinute(async () => {
      const { limit } = LIMITS.contractSignIn
      const bodies = await Promise.all(Array.from({ length: limit + 3 }, () => write(newAddress())))
      const headers = elsewhere()
      const denied: unknown[] = []
      await expectThreeDenied(limit, async (i) => {
        const answer = await live.send(verify, { body: bodies[i], headers })
        if (answer.status === 429) denied.push(bodies[i])
        else expect(answer.headers.get('x-error-code')).toBe('invalid_signature')
        return answer
      })
      for (const again of denied)
        expect((await live.send(verify, { body: again })).headers.get('x-error-code')).toBe('invalid_signature')
    }),
  )

  test(
    'contractSignInWallet: fewer for one wallet, which others may use elsewhere',
    inOneMinute(async () => {
      const { limit } = LIMITS.contractSignInWallet
      const address = newAddress()
      const bodies = await Promise.all(Array.from({ length: limit + 4 }, () => write(address)))
      const headers = elsewhere()
      await expectThreeDenied(limit, (i) => live.send(verify, { body: bodies[i], headers }))
      expect((await live.send(verify, { body: bodies.at(-1) })).status).toBe(401)
      expect((await live.send(verify, { body: await write(newAddress()), headers })).status).toBe(401)
    }),
  )

  test('nobody else is counted: with a key one signs in from the same place', async () => {
    const headers = elsewhere()
    const signer = random.account()
    const bodies = await Promise.all(
      Array.from({ length: LIMITS.contractSignIn.limit + 1 }, async () => {
        const message = await writeMessage(live.api, signer.address)
        return { message, signature: await signer.signMessage({ message }) }
      }),
    )
    const statuses = await Promise.all(
      bodies.map(async (one) => (await live.send(verify, { body: one, headers })).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
