import { toFunctionSelector, type Hex } from 'viem'
import type { Issue } from '../../../schema/calldata.ts'

const PLAIN = 'deployTrendCoin(string)'
const HOOKED = 'deployTrendCoin(string,address,bytes)'
const PLAIN_SELECTOR = toFunctionSelector(PLAIN)
const HOOKED_SELECTOR = toFunctionSelector(HOOKED)

/**
 * Which generation of deployTrendCoin a factory's code has; `plain` if no code was read, or neither is found, which is an
 * issue.
 */
export function deployGeneration(selectors: ReadonlySet<Hex> | null): {
  readonly generation: 'plain' | 'hooked'
  readonly issues: readonly Issue[]
} {
  if (selectors === null || selectors.has(PLAIN_SELECTOR)) return { generation: 'plain', issues: [] }
  if (selectors.has(HOOKED_SELECTOR)) return { generation: 'hooked', issues: [] }
  const functions = [PLAIN, HOOKED]
  const message = `the code of the trend factory contains neither ${functions.join(' nor ')}`
  return { generation: 'plain', issues: [{ code: 'function_not_in_contract', message, functions }] }
}

const invalid = (message: string): Issue => ({ code: 'invalid_trend_ticker', message })

/** What the factory's own errors mean, by their names. */
export const DEPLOY_ERRORS: Readonly<Record<string, Issue>> = {
  TickerAlreadyUsed: {
    code: 'trend_already_deployed',
    message: 'the factory has already deployed a coin with this ticker, whatever its case',
    reverts: 'TickerAlreadyUsed',
  },
  TickerInvalidCharacters: {
    ...invalid('the factory accepts only letters and digits in a ticker, neither spaces nor hyphens'),
    reverts: 'TickerInvalidCharacters',
  },
  TickerTooShort: { ...invalid('the factory accepts only longer tickers'), reverts: 'TickerTooShort' },
  TickerTooLong: { ...invalid('the factory accepts only shorter tickers'), reverts: 'TickerTooLong' },
}
