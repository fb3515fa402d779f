import { maxUint256 } from 'viem'
import type { GivenAmount } from '../../schema/tokenAmount.ts'
import type { Describe, Ref } from '../chain/calls.ts'
import { ApiError } from '../errors/ApiError.ts'
import { tokenName, type TokenLabel } from '../text/wording.ts'

/**
 * An amount of a request as the integer that a call takes. Whole tokens are counted by the token's own decimals, as read at
 * the block of the answer; `token` is null when no node answered.
 *
 * Throws read_needed without a node, and invalid_request for a token without decimals, more fraction digits than it has,
 * and an integer outside the bounds.
 */
export function baseUnits(given: GivenAmount, token: TokenLabel | null): bigint {
  if (typeof given === 'bigint') return given
  const { digits, fractionDigits, field, twin, min, max, scale } = given
  if (token === null)
    throw new ApiError(
      'read_needed',
      `${field}: no node answered, so the decimals of the token are unknown; pass ${twin} instead, or try again`,
    )
  const { decimals } = token
  if (decimals === null)
    throw new ApiError(
      'invalid_request',
      `${field}: ${tokenName(token)} does not answer decimals(); pass ${twin} instead`,
    )
  const most = Math.min(decimals, scale ?? decimals)
  if (fractionDigits > most)
    throw new ApiError(
      'invalid_request',
      `${field}: has ${fractionDigits} fraction digits, but ${tokenName(token)} has ${decimals} decimals; use at most ${most}`,
    )
  const amount = digits * 10n ** BigInt((scale ?? decimals) - fractionDigits)
  if (amount < min || amount > max)
    throw new ApiError('invalid_request', `${field}: equals ${twin} ${amount}, which must be between ${min} and ${max}`)
  return amount
}

/** The same for a call of the request that reads the decimals; baseUnits then refuses an amount that does not fit. */
export const countedUnits = (
  { scaled }: Pick<Describe, 'scaled'>,
  given: GivenAmount,
  decimals: Ref<number>,
): bigint | Ref<bigint> =>
  typeof given === 'bigint' ? given : scaled(decimals, given.digits > maxUint256 ? { ...given, digits: 0n } : given)

/** The amount that a body gives in one of two fields. Throws an Error if it gives none: its schema requires one. */
export function givenIn(base: bigint | undefined, decimal: GivenAmount | undefined): GivenAmount {
  const given = base ?? decimal
  if (given === undefined) throw new Error('the schema of the body requires one of two fields')
  return given
}
