import type { Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { candidateCalls, type Candidates } from './candidateCalls.ts'
import { type Voter, voterCalls, voterOf } from '../../../shared/domain/gauge/voterCalls.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'

/** A voter and the vaults of a ballot at one block. */
export interface BallotRead {
  readonly asOf: AsOf
  readonly voter: Voter
  readonly vaults: Candidates
  readonly demoShares: Readonly<Record<string, Address | null>>
}

/**
 * Reads what a ballot depends on in one upstream request: the voter, and for each vault canReceiveVotes of the gauge,
 * asset and symbol; null when no node answers.
 *
 * Throws role_not_configured if the configured address does not answer as a gauge.
 */
export async function readBallot(
  chain: Chain,
  gaugeVoting: Address,
  user: Address,
  vaults: readonly Address[],
): Promise<BallotRead | null> {
  const read = await readIfReachable(chain, (describe) => ({
    voter: voterCalls(describe, gaugeVoting, user),
    vaults: candidateCalls(describe, gaugeVoting, vaults),
    demoShares: describeDemoShares(describe, chain.config),
  }))
  if (!read) return null
  const { asOf, value } = read
  return { ...value, asOf, voter: voterOf(gaugeVoting, value.voter, asOf.timestamp) }
}
