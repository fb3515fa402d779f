import { expect, test } from 'vitest'
import { lendpoolLtvBps } from '../../functions/vault/lendpoolLtvBps.ts'

test('is 7000 unless set, and takes 1 to 10000', () => {
  expect([undefined, '', '1', '10000'].map(lendpoolLtvBps)).toEqual([7000, 7000, 1, 10_000])
})

test.each(['0', '10001', '-1', '7e3', '70 %', '7000.0'])('refuses %s by name', (value) =>
  expect(() => lendpoolLtvBps(value)).toThrow(/^LENDPOOL_LTV_BPS: /),
)
