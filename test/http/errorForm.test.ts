import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { EvmAddress } from '../../schema/common.ts'
import { operation } from '../../schema/operation.ts'
import { Problem } from '../../schema/problem.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { errorForm, prefersProblem } from '../../shared/http/errorForm.ts'
import { validate } from '../../shared/http/validate.ts'
import { faultsOfForms } from '../support/errorForms.ts'

const BASE = 'https://api.example.com/api'
const PROBLEM = 'application/problem+json'

const putNamed = operation({
  operationId: 'putThing',
  method: 'post',
  path: '/v1/thing/{address}',
  tags: ['thing'],
  summary: 'A thing',
  'x-limit': 'read',
  'x-answer': 'envelope',
  'x-needs': {},
  request: {
    params: z.object({ address: EvmAddress }),
    query: z.object({ minBlock: z.int().optional() }),
    body: {
      content: {
        'application/json': {
          schema: z.object({ name: z.string(), 'a/b~c': z.string(), calls: z.array(z.object({ to: EvmAddress })) }),
        },
      },
    },
  },
  responses: { 200: { description: 'It' } },
})

const formOf = (error: ApiError, accept: string, headers: Record<string, string> = {}) =>
  errorForm(
    error,
    { 'x-request-id': 'request-1', ...headers },
    { request: new Request(`${BASE}/v1/thing`, { headers: { accept } }), baseUrl: BASE, operation: putNamed },
  )
const problemOf = async (error: ApiError) => Problem.parse(await formOf(error, PROBLEM).json())

describe('which form a client prefers (RFC 9110, section 12.5.1)', () => {
  test.each([
    [PROBLEM, true],
    ['Application/Problem+JSON', true],
    [`${PROBLEM}; charset=utf-8`, true],
    [`application/json, ${PROBLEM}`, true],
    [`${PROBLEM}, */*`, true],
    [`application/json;q=0.5, ${PROBLEM}`, true],
    [`*/*;q=0.1, ${PROBLEM};q=0.2`, true],
    [`image/png, ${PROBLEM};q=0.1`, true],
    [`application/json, ${PROBLEM};q=0.9`, false],
    [`${PROBLEM};q=0.9, application/*`, false],
    [`${PROBLEM};q=0.9, */*`, false],
    [`application/json;q=0, */*, ${PROBLEM};q=0.5`, true],
    [`${PROBLEM};q=0.1, application/json;q=0.5, ${PROBLEM}`, true],
    [`${PROBLEM};q=0`, false],
    [`${PROBLEM};q=0, */*`, false],
    ['application/json', false],
    ['application/*', false],
    ['*/*', false],
    ['text/html', false],
    ['', false],
    [`text/plain;x="${PROBLEM}"`, false],
    [`${'text/plain,'.repeat(200)}${PROBLEM}`, false],
  ])('%j: %s', (accept, expected) => expect(prefersProblem(accept)).toBe(expected))

  test('nothing at all is the envelope', () => expect(prefersProblem(null)).toBe(false))
})

describe('the forms', () => {
  const error = new ApiError('upstream_failed', 'no node answered', { 'retry-after': '7' })

  test('say the same, and what the catalogue says of the code', async () => {
    expect(await faultsOfForms(formOf(error, 'application/json'), formOf(error, PROBLEM))).toEqual([])
    expect(await problemOf(error)).toEqual({
      type: 'https://api.example.com/docs/errors/upstream_failed',
      title: 'Failure of the chain nodes',
      status: 502,
      detail: 'no node answered',
      code: 'upstream_failed',
      retryable: true,
      fix: 'Repeat the request after `Retry-After` seconds. `getStatus` reports the state of the nodes.',
      requestId: 'request-1',
    })
    expect(await formOf(error, '*/*').json()).toEqual({ success: false, error: 'upstream_failed: no node answered' })
  })

  test('keep what else depends on the request, and other links; the document of the operation is linked', () => {
    const gone = new ApiError('not_found', undefined, { link: '</x>; rel="successor-version"' })
    const { headers } = formOf(gone, PROBLEM, { vary: 'Origin', link: '</y>; rel="deprecation"' })
    expect(headers.get('vary')).toBe('Origin, Accept')
    expect(headers.get('link')).toBe(
      '</x>; rel="successor-version", <https://api.example.com/api/v1/spec/operations/putThing.json>; rel="service-desc", <https://api.example.com/docs/errors/not_found>; rel="help"',
    )
  })

  test('the reader of both sees where they disagree', async () => {
    const other = new ApiError('upstream_timeout', 'another', { 'retry-after': '8' })
    const faults = await faultsOfForms(formOf(error, '*/*'), formOf(other, PROBLEM))
    for (const name of ['headers', 'status', 'detail']) expect(faults.join('\n')).toContain(`${name}: `)
  })
})

describe('fields', () => {
  const fieldsOf = async (part: 'path' | 'query' | 'body', value: unknown) => {
    const { params, query, body } = putNamed.request
    const schema = { path: params, query, body: body.content['application/json'].schema }[part]
    try {
      validate(schema, value, part)
    } catch (error) {
      if (error instanceof ApiError) return (await problemOf(error)).fields
    }
    throw new Error('is valid')
  }

  test('name every part that is wrong, where it stands in the request', async () => {
    const to = `0x${'11'.repeat(20)}`
    expect(await fieldsOf('body', { name: 1, calls: [{ to }, { to: 'x' }] })).toEqual([
      { pointer: '#/body/name', problem: 'must be a string' },
      { pointer: '#/body/a~1b~0c', problem: 'is required' },
      {
        pointer: '#/body/calls/1/to',
        problem:
          'must be an address: 0x and 40 hex digits; for a name or symbol, resolveName (GET /v1/resolve?q=…) finds it',
      },
    ])
    expect(await fieldsOf('path', { address: '0x5fbDB2315678afecb367f032d93F642f64180aa3' })).toEqual([
      { pointer: '#/path/address', problem: expect.stringContaining('EIP-55') },
    ])
    expect(await fieldsOf('query', { minBlock: 'x' })).toEqual([
      { pointer: '#/query/minBlock', problem: 'must be an integer' },
    ])
    expect(await fieldsOf('body', 'x')).toEqual([{ pointer: '#/body', problem: 'must be a JSON object' }])
  })

  test('are at most 16', async () => {
    const calls = Array.from({ length: 40 }, () => ({ to: 1 }))
    expect(await fieldsOf('body', { name: 'x', 'a/b~c': 'x', calls })).toHaveLength(16)
  })

  test.each<[string, readonly object[] | undefined]>([
    ['name: is taken', [{ pointer: '#/body/name', problem: 'is taken' }]],
    ['calls.1.to: is wrong', [{ pointer: '#/body/calls/1/to', problem: 'is wrong' }]],
    ['minBlock: is too high', [{ pointer: '#/query/minBlock', problem: 'is too high' }]],
    ['address: has no code', [{ pointer: '#/path/address', problem: 'has no code' }]],
    ['body: is too long', [{ pointer: '#/body', problem: 'is too long' }]],
    ['x-cre-nonce: is used', [{ pointer: '#/header/x-cre-nonce', problem: 'is used' }]],
    ['other: is not ours', undefined],
    ['the name: is wrong', undefined],
    ['no field', undefined],
  ])('are found in the words of a handler: %s', async (detail, fields) => {
    expect((await problemOf(new ApiError('invalid_request', detail))).fields).toEqual(fields)
  })
})
