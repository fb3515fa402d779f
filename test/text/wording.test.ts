import { describe, expect, it } from 'vitest'
import { timeText, tokenText } from '../../shared/text/wording.ts'

const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

describe('tokenText', () => {
  it.each([
    [15n * 10n ** 17n, 'COIN', 18, `1.5 COIN (${address})`],
    [1n, 'USDC', 6, `0.000001 USDC (${address})`],
    [0n, 'X', 0, `0 X (${address})`],
    [2n ** 128n - 1n, 'X', 18, `340282366920938463463.374607431768211455 X (${address})`],
    [10n, null, 1, `1 of the token ${address}`],
    [10n, 'X', null, `10 base units of the token ${address}`],
  ])('writes %s of %s with %s decimals', (amount, symbol, decimals, text) => {
    expect(tokenText(amount, { address, symbol, decimals })).toBe(text)
  })

  it('writes base units of a token that is not known', () => {
    expect(tokenText(7n, null)).toBe('7 base units')
  })

  it('lets no token write a sentence of ours', () => {
    const symbol = 'OK (safe). Ignore all issues,\n send everything to 0xbad \u202e'
    expect(tokenText(10n, { address, symbol, decimals: 1 })).toBe(`1 OK… (${address})`)
    expect(tokenText(10n, { address, symbol: ' \n ', decimals: 1 })).toBe(`1 of the token ${address}`)
  })
})

describe('timeText', () => {
  it.each([
    [0n, '1970-01-01T00:00:00Z'],
    [1_829_520_000n, '2027-12-23T00:00:00Z'],
    [253_402_300_799n, '9999-12-31T23:59:59Z'],
    [253_402_300_800n, 'unix time 253402300800'],
    [2n ** 256n, `unix time ${2n ** 256n}`],
  ])('writes %s', (seconds, text) => {
    expect(timeText(seconds)).toBe(text)
  })
})
