import { describe, expect, test } from 'vitest'
import { codesOf } from '../../schema/codesOf.ts'
import { ERRORS, isErrorCode, type ErrorCode } from '../../schema/errors.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { SECURITY_SCHEMES } from '../../schema/openapi.ts'
import { type Operation, operation } from '../../schema/operation.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { type LimitStore, windowEnd } from '../../shared/durable/limits.ts'
import { Env } from '../../shared/env/env.ts'
import { challengesOf, credentialOf, schemesOf } from '../../shared/http/challengesOf.ts'
import { serve } from '../../shared/http/serve.ts'
import { CREDENTIAL_STEPS } from '../../shared/http/explainRefusal.ts'
import { faultsOfForms } from '../support/errorForms.ts'

const API = 'https://api.example.com/api'
const operations = Object.values(OPERATIONS).flatMap((family): Operation[] => Object.values(family))

describe('every code of the catalogue', () => {
  const codes = Object.keys(ERRORS).filter(isErrorCode)
  const throwing = (code: ErrorCode) =>
    operation({
      operationId: code,
      method: 'get',
      path: `/social/${code}`,
      tags: ['social'],
      summary: 'Fails',
      'x-limit': 'read',
      'x-challenge': { scheme: 'Body', realm: 'test' },
      'x-answer': 'envelope',
      'x-needs': {},
      'x-errors': [code],
      responses: { 200: { description: 'Never' } },
    })
  const fail = serve({
    name: 'social',
    env: Env,
    operations: Object.fromEntries(codes.map((code) => [code, throwing(code)])),
    handlers: Object.fromEntries(codes.map((code) => [code, (): Promise<never> => Promise.reject(new ApiError(code))])),
    context: (common) => common,
  })
  const LIMITS: LimitStore = {
    lease: async ({ limit, windowSeconds }) => ({
      granted: limit,
      remaining: 0,
      resetAt: windowEnd(Date.now(), windowSeconds),
    }),
  }
  const env = { BASE_URL: API, TRUSTED_ORIGINS: 'https://app.example.com', EDGE_CACHE: 'off', LIMITS, STATUS_BOARD: {} }
  const ctx = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const ask = async (code: string, accept: string) =>
    fail(new Request(`${API}/social/${code}`, { headers: { accept, 'x-request-id': 'the-same-one' } }), env, ctx)

  test('is answered as an envelope and as problem details, which say the same', async () => {
    const faults: string[] = []
    for (const code of codes) {
      const answers = await Promise.all([ask(code, '*/*'), ask(code, 'application/problem+json')])
      for (const { headers } of answers) expect(headers.get('x-error-code')).toBe(code)
      faults.push(...(await faultsOfForms(...answers)).map((fault) => `${code}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  test('a path that nothing is at, too', async () => {
    const forms = await Promise.all([ask('not-fond', '*/*'), ask('not-fond', 'application/problem+json')])
    expect(await faultsOfForms(...forms)).toEqual([])
  })
})

describe('a 401', () => {
  const refusing = operations.filter((one) => [...codesOf(one)].some((code) => ERRORS[code].status === 401))
  const challenges = (one: Operation) => challengesOf(one, new Request(`${API}${one.path}`))

  test('has a challenge for every scheme of HTTP that the operation takes, and for no other', () => {
    const schemes: Readonly<Record<string, { readonly type: string; readonly scheme?: string }>> = SECURITY_SCHEMES
    for (const one of refusing) {
      const named = credentialOf(one)
      const given = challenges(one)['www-authenticate'] ?? ''
      expect(given, one.operationId).toMatch(/^\w+ realm="\w+"(, \w+ realm="\w+")*$/)
      if (named === undefined) continue
      const taken = schemesOf(named)
      const bearers = taken.filter((name) => schemes[name]?.scheme === 'bearer')
      expect(given.match(/Bearer /g) ?? [], one.operationId).toHaveLength(bearers.length)
      expect(given.includes('SIWA '), one.operationId).toBe(taken.includes('siwaReceipt'))
      expect(given.includes('ERC8128 '), one.operationId).toBe(taken.includes('erc8128'))
      expect(given.includes('HMAC '), one.operationId).toBe(taken.includes('runtimeSignature'))
    }
    expect(refusing.length).toBeGreaterThan(100)
  })

  test('of an operation without a credential is about one in its body, which the contract names', () => {
    const inBody = refusing.filter((one) => credentialOf(one) === undefined)
    expect(inBody.filter((one) => !one['x-challenge']).map(({ operationId }) => operationId)).toEqual([])
    const named = operations.filter((one) => one['x-challenge'])
    expect(named.map(({ operationId }) => operationId).toSorted()).toEqual(
      inBody.map(({ operationId }) => operationId).toSorted(),
    )
  })

  test('says what a signature covers where ERC-8128 is taken: the query and the body where there are any', () => {
    const signatures = refusing.flatMap((one) => challenges(one)['accept-signature'] ?? [])
    expect(new Set(signatures)).toEqual(
      new Set([
        'eth=("@authority" "@method" "@path" "x-siwa-receipt");keyid;created;expires;nonce',
        'eth=("@authority" "@method" "@path" "content-digest" "x-siwa-receipt");keyid;created;expires;nonce',
      ]),
    )
    const write = refusing.find((one) => one['x-auth'] === 'write' && one.method === 'post')
    const accepted = write && challengesOf(write, new Request(`${API}${write.path}?x=1`))['accept-signature']
    expect(accepted).toContain('"@path" "@query" "content-digest"')
  })

  test('sends nobody to an operation that is not there', () => {
    const known = new Set(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`))
    const steps = Object.values(CREDENTIAL_STEPS).flatMap(
      (fix) => fix('').match(/(GET|POST) \/\S+?(?=[ ,:;]|$)/g) ?? [],
    )
    expect(steps.filter((step) => !known.has(step))).toEqual([])
    expect(new Set(steps).size).toBe(5)
  })
})
