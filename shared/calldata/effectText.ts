import { formatUnits, isAddressEqual, maxUint256, zeroAddress, type Address } from 'viem'
import { foreignWord } from '../text/plainText.ts'
import { timeText, tokenName, tokenText } from '../text/wording.ts'
import type { Effect, Expected } from './changes.ts'

export type Wordless = Omit<Effect, 'text'>

const sentences = new Intl.ListFormat('en')

/** The effects for a person, one sentence for each account; empty without any. */
export function effectsText(effects: readonly Effect[], from: Address): string {
  const accounts = [...new Set(effects.map(({ address }) => address))]
  return accounts
    .map((address) => {
      const clauses = effects.filter((effect) => effect.address === address && saysMore(effect)).map(clauseOf)
      return clauses.length === 0 ? '' : ` ${nameOf(address, from)} ${sentences.format(clauses)}.`
    })
    .join('')
}

export const nameOf = (address: Address, from: Address): string =>
  isAddressEqual(address, from) ? 'The sender' : address

/** Whether a sentence mentions the effect: an allowance that shrinks gives nobody more. */
const saysMore = ({ kind, delta, until }: Effect): boolean =>
  delta !== null && (delta !== '0' || until !== null) && (!kind.endsWith('allowance') || !delta.startsWith('-'))

/** Nouns for the amounts of each kind. */
export const NOUNS: Readonly<Record<Effect['kind'], string>> = {
  native: 'balance',
  token: 'balance',
  allowance: 'allowance',
  permit2_allowance: 'allowance through Permit2',
  lock: 'lock',
  vote: 'votes',
  bid: 'bids',
  debt: 'debt',
  collateral: 'collateral',
}

/** The effect as the end of a sentence about its account. */
export function clauseOf(effect: Wordless): string {
  const { kind, spender, id, delta, until, certainty } = effect
  if (delta === null) return `may change its ${NOUNS[kind]}, which could not be read`
  if (delta === '0' && certainty !== 'certain') return `may ${possibleText(effect)}`
  const isLess = delta.startsWith('-')
  const size = sizeText(effect, isLess)
  if (kind === 'native' || kind === 'token') return `${isLess ? 'pays' : 'receives'} ${size}`
  const end = until === null ? '' : `, until ${timeText(BigInt(until))}`
  if (kind === 'allowance' || kind === 'permit2_allowance')
    return isLess ? `uses up ${size} of the allowance of ${spender}` : `leaves ${spender} an allowance of ${size}${end}`
  if (kind === 'bid' && delta !== '0')
    return `${isLess ? 'loses' : 'gets'} ${size} ${id === null ? (size === '1' ? 'more bid' : 'more bids') : `credited to bid ${id}`}`
  const own = kind === 'vote' ? `its votes for ${id}` : `its ${NOUNS[kind]}`
  return delta === '0'
    ? `${end === '' ? 'keeps' : 'has'} ${own}${end}`
    : `${isLess ? 'reduces' : 'raises'} ${own} by ${size}${end}`
}

/** A change that the calls may make, and that the simulation did not show. */
function possibleText({ kind, contract, spender, symbol, decimals, least, most }: Wordless): string {
  if (kind === 'allowance' || kind === 'permit2_allowance') return `use up a part of the allowance of ${spender}`
  if (kind !== 'native' && kind !== 'token') return `change its ${NOUNS[kind]}`
  const verb = most === '0' ? 'pay' : least === '0' ? 'receive' : 'pay or receive'
  return `${verb} ${tokenName({ address: contract ?? zeroAddress, symbol, decimals })}`
}

/** An allowance from this on is one without a limit, by convention. */
const UNLIMITED = maxUint256 / 2n

/** The amount that a delta starts from in a sentence: an allowance that is not reduced is stated as it is after the calls. */
const baseOf = ({ kind, before, delta }: Wordless): bigint =>
  kind.endsWith('allowance') && !delta?.startsWith('-') ? BigInt(before ?? 0n) : 0n

/** How much changes: the worst that the bounds allow, else what the simulation showed. */
function sizeText(effect: Wordless, isLess: boolean): string {
  const { kind, delta, least, most, certainty } = effect
  const worst = (kind === 'debt' || kind.endsWith('allowance')) && !isLess ? most : least
  // A sentence does not state a bound of zero.
  const isBound = certainty === 'bounded' && worst !== null && worst !== '0' && worst.startsWith('-') === isLess
  const amount = baseOf(effect) + BigInt((isBound ? worst : delta) ?? 0n)
  const size = amount < 0n ? -amount : amount
  const word = certainty === 'certain' ? '' : !isBound ? 'about ' : worst === most || isLess ? 'at most ' : 'at least '
  return `${word}${quantityText(effect, size)}`
}

function quantityText({ kind, contract, symbol, decimals }: Wordless, size: bigint): string {
  const token = { address: contract ?? zeroAddress, symbol, decimals }
  if (kind === 'allowance' && size >= UNLIMITED) return `all ${tokenName(token)}`
  return /^(native|token|.*allowance)$/.test(kind)
    ? tokenText(size, token)
    : `${decimals === null ? size : formatUnits(size, decimals)} ${foreignWord(symbol)}`.trimEnd()
}

/** The delta that was expected, from where the sentence about the effect starts. */
export function expectedText(effect: Wordless, expected: Expected): string {
  const text = (delta: bigint) => {
    const amount = baseOf(effect) + delta
    return `${amount < 0n ? '-' : ''}${quantityText(effect, amount < 0n ? -amount : amount)}`
  }
  if (typeof expected === 'bigint') return text(expected)
  const { least, most } = expected
  return [
    ...(least === undefined ? [] : [`at least ${text(least)}`]),
    ...(most === undefined ? [] : [`at most ${text(most)}`]),
  ].join(' and ')
}
