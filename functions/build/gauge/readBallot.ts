import type { Address } from 'viem'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { type Standing, standingCalls, standingOf } from '../../../shared/domain/gauge/standingCalls.ts'
import { describeDemoShares } from '../demoVaults.ts'

/** What the gauge, and the contract itself, say of a vault; each null where they do not answer. */
export interface Candidate {
  readonly eligible: boolean | null
  readonly asset: Address | null
  readonly symbol: string | null
}

/** A voter and the vaults of a ballot at one block. */
export interface BallotRead {
  readonly asOf: AsOf
  readonly standing: Standing
  readonly vaults: Readonly<Record<Address, Candidate>>
  readonly demoShares: Readonly<Record<string, Address | null>>
}

/**
 * Reads what a ballot stands on in one upstream request: the voter's standing, and of each vault canReceiveVotes of the
 * gauge, asset and symbol; null when no node answers.
 *
 * Throws role_not_configured where the configured address does not answer as a gauge.
 */
export async function readBallot(
  chain: Chain,
  gaugeVoting: Address,
  user: Address,
  vaults: readonly Address[],
): Promise<BallotRead | null> {
  const read = await readIfReachable(chain, (describe) => ({
    standing: standingCalls(describe, gaugeVoting, user),
    vaults: Object.fromEntries(
      vaults.map((vault) => [
        vault,
        {
          eligible: describe.at(gaugeVoting, gaugeVotingAbi)('canReceiveVotes', [vault]),
          asset: describe.at(vault, creatorVaultAbi)('asset'),
          symbol: describe.at(vault, erc20Abi)('symbol'),
        },
      ]),
    ),
    demoShares: describeDemoShares(describe, chain.config),
  }))
  if (!read) return null
  const { asOf, value } = read
  return { ...value, asOf, standing: standingOf(gaugeVoting, value.standing, asOf.timestamp) }
}
