import { maxUint256, type Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** Vaults and their weights, relative to each other, index by index. */
export interface Ballot {
  readonly vaults: readonly Address[]
  readonly weights: readonly bigint[]
}

/**
 * A ballot as the gauge itself merges it: each vault once, at its first position, with the sum of its weights.
 * Addresses are checksummed.
 *
 * Throws invalid_request unless there is one weight for each vault, or if the weights add up to more than a uint256
 * holds.
 */
export function mergeVotes({ vaults, weights }: Ballot): Ballot {
  if (weights.length !== vaults.length)
    throw new ApiError(
      'invalid_request',
      `weights: must have one weight for each of the ${vaults.length} vaults, but has ${weights.length}`,
    )
  if (sumOf(weights) > maxUint256)
    throw new ApiError(
      'invalid_request',
      `weights: must add up to at most ${maxUint256}; divide all of them by the same number`,
    )
  const merged = new Map<Address, bigint>()
  vaults.forEach((vault, i) => merged.set(vault, (merged.get(vault) ?? 0n) + (weights[i] ?? 0n)))
  return { vaults: [...merged.keys()], weights: [...merged.values()] }
}

export const sumOf = (weights: readonly bigint[]): bigint => weights.reduce((sum, weight) => sum + weight, 0n)

/**
 * Power of each vault of a ballot, as the gauge divides it: rounded down, with the remainder for the first.
 */
export function dividePower(power: bigint, weights: readonly bigint[]): bigint[] {
  const sum = sumOf(weights)
  const parts = weights.map((weight) => (power * weight) / sum)
  return parts.map((part, i) => (i === 0 ? part + power - sumOf(parts) : part))
}
