import { formatUnits, zeroAddress, type Address } from 'viem'
import { foreignWord } from './plainText.ts'

/** The names of a token, as far as they were read. */
export interface TokenLabel {
  readonly address: Address
  readonly symbol: string | null
  readonly decimals: number | null
}

/** The native currency, as a token at the zero address. */
export const NATIVE_LABEL: TokenLabel = { address: zeroAddress, symbol: 'ETH', decimals: 18 }

/** An amount in base units for a person: exact, in whole tokens with symbol and address if these are known. */
export function tokenText(amount: bigint, token: TokenLabel | null): string {
  if (token === null) return `${amount} base units`
  const { address, decimals } = token
  if (decimals === null) return `${amount} base units of the token ${address}`
  return `${formatUnits(amount, decimals)} ${foreignWord(token.symbol) === '' ? 'of ' : ''}${tokenName(token)}`
}

/** A token for a person: symbol and address; the chain's own currency, at the zero address, by its symbol. */
export function tokenName(token: TokenLabel): string {
  const symbol = foreignWord(token.symbol)
  if (symbol === '') return `the token ${token.address}`
  return token.address === zeroAddress ? symbol : `${symbol} (${token.address})`
}

/** End of the year 9999, past which ISO 8601 dates change their form. */
const LAST_DATE = 253_402_300_799n

/** Unix seconds for a person: ISO 8601 in UTC. */
export const timeText = (seconds: bigint): string =>
  seconds > LAST_DATE ? `unix time ${seconds}` : new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
