import type { Address } from 'viem'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { type Voter, voterCalls, voterOf } from '../../../shared/domain/gauge/voterCalls.ts'
import { describeDemoShares, type DemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { veUtilityAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'

/** Reads of a vault that is to receive votes. */
const candidateCall = ({ at }: Describe, gaugeVoting: Address, vault: Address) => ({
  eligible: at(gaugeVoting, gaugeVotingAbi)('canReceiveVotes', [vault]),
  asset: at(vault, creatorVaultAbi)('asset'),
  symbol: at(vault, erc20Abi)('symbol'),
})

/** The reads behind the vaults of a ballot, by their addresses. */
const candidateCalls = (describe: Describe, gaugeVoting: Address, vaults: readonly Address[]) =>
  Object.fromEntries(vaults.map((vault) => [vault, candidateCall(describe, gaugeVoting, vault)]))

/** Each null if a contract does not answer. */
type Candidate = Resolved<ReturnType<typeof candidateCall>>
export type Candidates = Readonly<Record<Address, Candidate>>

/** A voter and the vaults of a ballot at one block. */
export interface BallotRead {
  readonly asOf: AsOf
  readonly voter: Voter
  /** Whether the gauge's owner has voided the votes of the epoch, which the gauge still lists. */
  readonly isVoided: boolean
  /** Power claimed for lottery boosts; null if not known. */
  readonly lottery: bigint | null
  readonly vaults: Candidates
  readonly demoShares: DemoShares
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
    claims: describe.at(describe.at(gaugeVoting, gaugeVotingAbi)('utility'), veUtilityAbi)('previewUtilities', [user]),
    demoShares: describeDemoShares(describe, chain.config),
  }))
  if (!read) return null
  const { asOf, value } = read
  const voter = voterOf(gaugeVoting, value.voter, asOf.timestamp)
  const listed = value.voter.ballot?.[0] ?? []
  return { ...value, asOf, voter, isVoided: !voter.hasVoted && listed.length > 0, lottery: value.claims?.[1] ?? null }
}
