import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { minBlock } from '../../schema/common.ts'
import { operation } from '../../schema/operation.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { nameUnknown, prefersStrict, unknownIn } from '../../shared/http/unknownParameters.ts'

const common = {
  method: 'get' as const,
  path: '/v1/thing' as const,
  tags: ['thing'],
  summary: 'A thing',
  'x-limit': 'read' as const,
  'x-answer': 'envelope' as const,
  'x-needs': {},
  responses: { 200: { description: 'It' } },
}
const getNumber = operation({
  ...common,
  operationId: 'getThing',
  request: { query: z.object({ minBlock, limit: z.string().optional(), to: z.string().optional() }) },
})
const plain = operation({ ...common, operationId: 'getPlain' })

const url = (query: string) => `https://api.example.com/api/v1/thing${query}`
function named(query: string, prefer?: string, of: typeof getNumber | typeof plain = getNumber) {
  const headers: Record<string, string> = { vary: 'Origin' }
  const request = new Request(url(query), { headers: prefer === undefined ? {} : { prefer } })
  try {
    nameUnknown(unknownIn(of, request.url), request, headers)
    return { headers }
  } catch (error) {
    if (error instanceof ApiError) return { headers, error }
    throw error
  }
}

describe('X-Unknown-Parameters', () => {
  test.each([
    ['?minBlok=5', 'minBlok; did-you-mean=minBlock'],
    ['?MINBLOCK=5', 'MINBLOCK; did-you-mean=minBlock'],
    ['?limt=5&nothing=1&limit=2', 'limt; did-you-mean=limit, nothing'],
    ['?utm_source=x&utm_source=y', 'utm_source'],
    ['?x', 'x'],
    ['?a%20b%22%0d%0aSet-Cookie:=1', 'a%20b%22%0D%0ASet-Cookie%3A'],
    ['?1=1&=2&%E2%82%AC=3', '"1", "", "%E2%82%AC"'],
    ['?f(x)=1', 'f%28x%29'],
  ])('of %s is %s', (query, expected) => {
    const { headers, error } = named(query)
    expect(error).toBeUndefined()
    expect(headers).toEqual({ vary: 'Origin, Prefer', 'x-unknown-parameters': expected })
    expect(() => new Headers(headers)).not.toThrow()
  })

  test('security: a private key is refused without being repeated, whatever is preferred', () => {
    const key = 'ab'.repeat(32)
    for (const name of ['privateKey', 'private_key', 'PRIVATE-KEY', 'seed']) {
      const { error } = named(`?${name}=${key}`)
      expect(error).toMatchObject({ code: 'invalid_request', detail: expect.stringContaining('it is compromised') })
      expect(JSON.stringify([error?.detail, error?.message])).not.toContain(key)
    }
    const many = Array.from({ length: 20 }, (_, i) => `n${i}=1`).join('&')
    expect(named(`?${many}&privateKey=${key}`).error?.detail).toContain('it is compromised')
    // Neither the name of a key alone nor a value alone shows a key.
    for (const query of [`?hash=${key}`, '?seed=42']) expect(named(query).error).toBeUndefined()
  })

  test.each(['', '?', '?minBlock=5', '?limit=1&to=2'])('is absent for %j, whatever is preferred', (query) => {
    expect(named(query, 'handling=strict')).toEqual({ headers: { vary: 'Origin' } })
  })

  test('has at most 8 names of 64 characters', () => {
    const names = Array.from({ length: 300 }, (_, i) => `n${i}${'€'.repeat(10)}`)
    const value = named(`?${names.join('&')}`).headers['x-unknown-parameters'] ?? ''
    expect(value.split(', ')).toHaveLength(8)
    expect(Math.max(...value.split(', ').map((one) => one.length))).toBe(64)
  })
})

describe('Prefer: handling=strict', () => {
  test('makes them 400, naming each and the one that is meant', () => {
    const { headers, error } = named('?minBlok=5&other=1', 'handling=strict')
    expect(error).toMatchObject({
      code: 'invalid_request',
      detail: 'minBlok: is not a parameter of this operation; did you mean minBlock?',
      about: {
        fields: [
          { pointer: '#/query/minBlok', problem: 'is not a parameter of this operation; did you mean minBlock?' },
          { pointer: '#/query/other', problem: 'is not a parameter of this operation' },
        ],
      },
    })
    expect(headers).toMatchObject({ vary: 'Origin, Prefer', 'preference-applied': 'handling=strict' })
  })

  test('holds for an operation without parameters too', () => {
    expect(named('?x=1', 'handling=strict', plain).error?.detail).toBe('x: is not a parameter of this operation')
    expect(named('', 'handling=strict', plain).error).toBeUndefined()
  })

  test.each([
    ['handling=strict', true],
    ['Handling = "strict"', true],
    ['respond-async, handling=strict; foo=1', true],
    ['return=minimal;x="a, b",handling=strict', true],
    ['handling=lenient', false],
    ['handling=lenient, handling=strict', false],
    ['handling=Strict', false],
    ['handling', false],
    ['return="handling=strict"', false],
    ['x="a, handling=strict"', false],
    ['', false],
    [`${'x, '.repeat(500)}handling=strict`, false],
  ])('is what %j says: %s', (prefer, expected) => expect(prefersStrict(prefer)).toBe(expected))
})
