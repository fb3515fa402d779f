import { formatUnits, type Address } from 'viem'
import { plainText } from '../text/plainText.ts'

/** What a token is called, as far as it was read. */
export interface TokenLabel {
  readonly address: Address
  readonly symbol: string | null
  readonly decimals: number | null
}

/** Longest symbol that is repeated: a token's own text must not become a sentence of ours. */
const SYMBOL_LIMIT = 20

/** An amount in base units for a person: exact, in whole tokens with symbol and address where they are known. */
export function tokenText(amount: bigint, token: TokenLabel | null): string {
  if (token === null) return `${amount} base units`
  const { address, symbol, decimals } = token
  if (decimals === null) return `${amount} base units of the token ${address}`
  const shown = symbol === null ? '' : plainText(symbol, SYMBOL_LIMIT).replaceAll(' ', '')
  return shown === ''
    ? `${formatUnits(amount, decimals)} of the token ${address}`
    : `${formatUnits(amount, decimals)} ${shown} (${address})`
}

/** End of the year 9999, past which ISO 8601 dates change their form. */
const LAST_DATE = 253_402_300_799n

/** Unix seconds for a person: ISO 8601 in UTC. */
export const timeText = (seconds: bigint): string =>
  seconds > LAST_DATE ? `unix time ${seconds}` : new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
