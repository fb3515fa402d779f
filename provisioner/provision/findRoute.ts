import type { Evm } from '../evm/createEvm.ts'
import { mismatch } from '../evm/waitForScalar.ts'
import type { Svm } from '../svm/createSvm.ts'
import type { Candidate, RoutePlan } from './planRoute.ts'

/**
 * The first candidate that no longer needs `wrap-token`: its route is registered, or its mint exists and its
 * registration is on the way. If no node of the SVM chain answers, only registered routes are found.
 *
 * Throws scalar_mismatch, and what the reads of the EVM side throw.
 */
export async function findRoute(
  { bridge, bridgeToken, scalerExponent }: RoutePlan,
  candidates: readonly Candidate[],
  { evm, svm }: { evm: Evm; svm: Svm | undefined },
): Promise<Candidate | undefined> {
  const [scalars, minted] = await Promise.all([
    evm.readScalars(
      bridge.bridge,
      bridgeToken,
      candidates.map(({ mintBytes32 }) => mintBytes32),
    ),
    svm?.exist(candidates.map(({ mint }) => mint)).catch((): boolean[] => []),
  ])
  const expected = 10n ** BigInt(scalerExponent)
  const wrong = scalars.find((scalar) => scalar !== 0n && scalar !== expected)
  if (wrong !== undefined) throw mismatch(wrong, expected)
  return candidates.find((_, i) => scalars[i] === expected) ?? candidates.find((_, i) => minted?.[i] === true)
}
