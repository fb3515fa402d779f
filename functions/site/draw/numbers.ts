import { formatUnits } from 'viem/utils'

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4, roundingMode: 'trunc' })
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2, roundingMode: 'trunc' })

/** Text for an unknown value; never a number. */
export const UNKNOWN = 'unknown'

/** An amount in whole tokens, for the length of a line or a bar. */
export const lengthOf = (amount: string, decimals: number): number => Number(formatUnits(BigInt(amount), decimals))

/** An amount in base units for people: four digits, cut off and not rounded up, so that it never claims more than there is. */
export const short = (amount: string | null, decimals: number | null): string =>
  amount === null || decimals === null ? UNKNOWN : SHORT.format(lengthOf(amount, decimals))

/** All digits of an amount in whole tokens, in groups of three. */
export function exact(amount: string | null, decimals: number | null): string {
  if (amount === null || decimals === null) return UNKNOWN
  const [whole = '', fraction] = formatUnits(BigInt(amount), decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A decimal as an answer writes it, in four digits. */
export const shortDecimal = (decimal: string | number | null): string =>
  decimal === null ? UNKNOWN : SHORT.format(Number(decimal))

/** Dollars: cents where there are whole ones, else four digits. */
export function dollars(usd: string | number | null): string {
  if (usd === null) return UNKNOWN
  const value = Number(usd)
  return `$${value >= 1 && value < 10_000 ? value.toFixed(2) : SHORT.format(value)}`
}

/** Basis points as a percentage. */
export const percent = (bps: number | null): string => (bps === null ? UNKNOWN : PERCENT.format(bps / 10_000))

/** Basis points that were cut off to whole ones: 0 of them can be something. */
export const cutPercent = (bps: number | null): string => (bps === 0 ? 'under 0.01%' : percent(bps))

/** An address or a hash, shortened to its ends. */
export const ends = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`

/** A unix time as people and programs read it. */
export const utc = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
