import { toFunctionSelector, type Hex } from 'viem'
import type { Issue } from '../../../schema/issues.ts'

const PLAIN = 'deployTrendCoin(string)'
const HOOKED = 'deployTrendCoin(string,address,bytes)'
const PLAIN_SELECTOR = toFunctionSelector('deployTrendCoin(string)')
const HOOKED_SELECTOR = toFunctionSelector('deployTrendCoin(string,address,bytes)')

/**
 * The generation of deployTrendCoin in a factory's code; `plain` if no code was read, or if neither is found, which is an
 * issue.
 */
export function deployGeneration(selectors: ReadonlySet<Hex> | null): {
  readonly generation: 'plain' | 'hooked'
  readonly issues: readonly Issue[]
} {
  if (selectors === null || selectors.has(PLAIN_SELECTOR)) return { generation: 'plain', issues: [] }
  if (selectors.has(HOOKED_SELECTOR)) return { generation: 'hooked', issues: [] }
  const functions = [PLAIN, HOOKED]
  const message = `the code of the trend factory has neither ${functions.join(' nor ')}`
  return { generation: 'plain', issues: [{ code: 'function_not_in_contract', message, functions }] }
}

const invalid = (message: string): Issue => ({ code: 'invalid_trend_ticker', message })

/** Issues for the factory's custom errors, by name. */
export const DEPLOY_ERRORS: Readonly<Record<string, Issue>> = {
  TickerAlreadyUsed: {
    code: 'trend_already_deployed',
    message: 'ticker: the factory has already deployed a coin with this ticker, in any case',
    reverts: 'TickerAlreadyUsed',
  },
  TickerInvalidCharacters: {
    ...invalid('ticker: the factory accepts only letters and digits, no spaces or hyphens'),
    reverts: 'TickerInvalidCharacters',
  },
  TickerTooShort: { ...invalid('ticker: is shorter than the factory accepts'), reverts: 'TickerTooShort' },
  TickerTooLong: { ...invalid('ticker: is longer than the factory accepts'), reverts: 'TickerTooLong' },
}
