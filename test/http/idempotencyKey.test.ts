import { describe, expect, test } from 'vitest'
import { idempotencyKey } from '../../shared/http/idempotencyKey.ts'

const read = (value?: string) =>
  idempotencyKey({ headers: new Headers(value === undefined ? {} : { 'idempotency-key': value }) })

describe('idempotencyKey', () => {
  test.each([
    ['a', 'a'],
    ['"a"', 'a'],
    ['  "8e03978e-40d5-43dd-bc93-6894a57f9324" ', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    [String.raw`a\b`, String.raw`a\b`],
    ['a,b', 'a,b'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('reads %s', (value, key) => expect(read(value)).toBe(key))

  test('is undefined without the header', () => expect(read()).toBeUndefined())

  test.each([
    '',
    '""',
    '"',
    '"a',
    'a b',
    '"a b"',
    '"a"b',
    '"a";b=1',
    String.raw`"a\b"`,
    'é',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('refuses %j, and names the header', (value) =>
    expect(() => read(value)).toThrow(/^invalid_request: Idempotency-Key: /),
  )
})
