import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { GatewayEnv, readWorkflowGateway } from '../../functions/cre/workflowGateway/gatewayEnv.ts'
import { signJwt } from '../../functions/cre/workflowGateway/signJwt.ts'
import { faultOfToken } from '../../localnet/creGateway/verifyToken.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import { canonicalJson } from '../../shared/text/json.ts'

describe('canonicalJson', () => {
  test('is RFC 8785: its example of section 3.2.4', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`)
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('sorts keys by UTF-16 code units, numbers among them: section 3.2.3', () => {
    const value = JSON.parse('{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}')
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
    expect(canonicalJson({ 9: 1, 10: 2 })).toBe('{"10":2,"9":1}')
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [undefined]])('has no text of %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(Error)
  })
})

test('the text that a request is signed over gives the published signature', () => {
  const body = {
    workflow: 'runtime-indexer-block',
    source: 't',
    payload: { b: 1, a: [3, { z: 1, y: null }] },
    kind: 'block',
    idempotencyKey: 'k1',
  }
  const sign = (value: object) =>
    createHmac('sha256', 'secret')
      .update(`1700000000000.00112233445566778899aabbccddeeff.${canonicalJson(value)}`)
      .digest('hex')
  expect(sign(body)).toBe('db180bb1ebb4cb4ebb1f5fd6a79cf03fd48c9575427bb9b5fe46cd0d9c9d3fac')
  expect(sign({})).toBe('f986289b0c6a5dc482a40b5b2afd01d7ca4872df380de8ad0e72c94532353b1c')
})

describe('the token of the gateway', () => {
  const key = `0x${'11'.repeat(32)}` as const
  const message = {
    id: 'req-1',
    jsonrpc: '2.0',
    method: 'workflows.execute',
    params: { input: { checkpointKey: 'm', latestBlockNumber: 5 }, workflow: { workflowID: 'a'.repeat(64) } },
  }
  const claims = {
    digest: '0xe339612ca1d596ae463f6d8ef2c10f177c67de7ed1669e32e19a2342f8bc5be4',
    iat: 1_700_000_000,
    exp: 1_700_000_300,
    jti: '550e8400-e29b-41d4-a716-446655440000',
  } as const
  const rules = (rest: object = {}) => ({
    authorizedKeys: new Set(['0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a']),
    seen: new Map<string, number>(),
    now: 1_700_000_005,
    ...rest,
  })

  test('has the published digest and signature', async () => {
    expect(`0x${await sha256(canonicalJson(message))}`).toBe(claims.digest)
    const [header, payload, signature] = (await signJwt(claims, key)).split('.')
    expect(signature).toBe('6TkPOjS8PER6KfYhRLexD7IjdqTOaZdCrggYAwtSlcQJgfiisv600s_mcI-EqMIyS8_TBQiwh4dWEMe6uOnUEgA')
    expect(Buffer.from(header ?? '', 'base64url').toString()).toBe('{"alg":"ETH","typ":"JWT"}')
    expect(Buffer.from(payload ?? '', 'base64url').toString()).toBe(
      `{"digest":"${claims.digest}","iss":"0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A","iat":1700000000,"exp":1700000300,"jti":"${claims.jti}"}`,
    )
  })

  test('is good once, for its message, in its time, by an authorised key', async () => {
    const token = await signJwt(claims, key)
    const once = rules()
    expect(faultOfToken(token, message, once)).toBeUndefined()
    expect(faultOfToken(token, message, once)).toBe('the token was seen before')
    expect(faultOfToken(token, { ...message, id: 'req-2' }, rules())).toBe('the digest does not match the message')
    expect(faultOfToken(token, message, rules({ now: claims.exp }))).toBe('the token has expired')
    expect(faultOfToken(token, message, rules({ now: claims.iat - 301 }))).toBe('the token begins in the future')
    expect(faultOfToken(token, message, rules({ authorizedKeys: new Set() }))).toBe('the signer is not authorised')
    const long = await signJwt({ ...claims, exp: claims.exp + 1 }, key)
    expect(faultOfToken(long, message, rules())).toBe('the token is valid for too long')
    const [header, payload, signature = ''] = token.split('.')
    const changed = `${header}.${payload}.${signature.startsWith('7') ? '8' : '7'}${signature.slice(1)}`
    expect(faultOfToken(changed, message, rules())).toBe('the signer is not authorised')
    expect(faultOfToken(`${token}.x`, message, rules())).toBe('the token does not have three parts')
  })
})

const gatewayOf = (env: object) => readWorkflowGateway(readEnv(GatewayEnv, env))

test.each([
  ['https://gateway.example.com', 'https://gateway.example.com'],
  ['https://gateway.example.com/path/', 'https://gateway.example.com/path'],
  ['http://localhost:9000', 'http://localhost:9000'],
  ['http://127.0.0.1/', 'http://127.0.0.1'],
  ['http://127.0.0.1.example.com', undefined],
  ['http://localhost@example.com', undefined],
  ['https://user@gateway.example.com', undefined],
  ['http://gateway.example.com', undefined],
  ['ftp://localhost', undefined],
  ['', undefined],
])('a gateway at %j is %s', (url, expected) => {
  const key = `0x${'22'.repeat(32)}`
  const gateway = gatewayOf({
    CRE_GATEWAY_URL: url,
    CRE_HTTP_TRIGGER_PRIVATE_KEY: '',
    CRE_TRIGGER_SIGNER_PRIVATE_KEY: key,
  })
  expect(gateway).toEqual(
    expected === undefined ? 'CRE_GATEWAY_URL' : { url: expected, privateKey: key, timeoutMs: 30_000 },
  )
})

test.each(['', '0x1111', '22'.repeat(32)])('a key %j is refused', (key) => {
  const env = { CRE_GATEWAY_URL: 'https://gateway.example.com', CRE_HTTP_TRIGGER_PRIVATE_KEY: key }
  expect(gatewayOf(env)).toBe('CRE_HTTP_TRIGGER_PRIVATE_KEY')
})
