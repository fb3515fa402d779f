import type { Describe, Resolved, Shape } from '../chain/calls.ts'
import type { AsOf, Chain } from '../chain/chain.ts'
import { isOutage } from '../errors/ApiError.ts'

/**
 * `chain.read` for a builder whose calldata does not depend on the result: null when no node answers, or there is
 * none. One upstream request.
 *
 * Throws role_not_configured; an outage is never thrown.
 */
export const readIfReachable = <S extends Shape>(
  chain: Chain,
  description: (describe: Describe) => S,
): Promise<{ value: Resolved<S>; asOf: AsOf } | null> =>
  chain.rpc.nodes === 0 ? Promise.resolve(null) : ifReachable(() => chain.read(description))

/** The result of a read of the chain; null when no node answers. Throws whatever is not an outage. */
export async function ifReachable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}
