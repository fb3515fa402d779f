import { describe, expect, it } from 'vitest'
import { idempotencyKey } from '../../shared/http/idempotencyKey.ts'
import { refusal } from '../auth/support.ts'

const keyOf = (value?: string) =>
  idempotencyKey(
    new Request('https://api.example.com', { headers: value === undefined ? {} : { 'idempotency-key': value } }),
  )

describe('a key', () => {
  it('is the same, quoted or bare', () => {
    expect(keyOf()).toBeUndefined()
    for (const value of ['8e03978e-40d5-43e8', '"8e03978e-40d5-43e8"', '  "8e03978e-40d5-43e8" '])
      expect(keyOf(value)).toBe('8e03978e-40d5-43e8')
  })

  it('takes what a String of structured fields escapes', () => {
    expect(keyOf(String.raw`"a\"b\\c"`)).toBe(String.raw`a"b\c`)
  })

  it('has 1 to 255 characters', () => {
    expect(keyOf('x'.repeat(255))).toHaveLength(255)
    expect(keyOf(`"${'x'.repeat(255)}"`)).toHaveLength(255)
  })

  it.each(['', '""', '"', '"a', 'a b', '"a b"', 'a, b', '"a";p=1', '"a"b', String.raw`"\a"`, 'x'.repeat(256), 'ü'])(
    '%j is refused, naming the header',
    async (value) => {
      const { code, detail } = await refusal(Promise.resolve().then(() => keyOf(value)))
      expect(code).toBe('invalid_request')
      expect(detail).toMatch(/^Idempotency-Key: must be 1 to 255 visible ASCII characters/)
    },
  )
})
