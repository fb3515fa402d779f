import type * as z from 'zod'
import type { Address } from 'viem'
import type { WalletVotes } from '../../../schema/context/walletParts.ts'
import { afterClaim, usablePower, type Voter, voterOf } from '../../../shared/domain/gauge/voterCalls.ts'
import { cannotVote, type Reason } from '../../../shared/domain/gauge/cannotVote.ts'
import { listedVaultsOf } from '../../../shared/domain/gauge/listedVaultsCalls.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { timeText } from '../../../shared/text/wording.ts'
import { NotRead } from '../NotRead.ts'
import { offer, type Wait, type WalletAction } from './action.ts'
import { isDemo, type Found } from './Found.ts'
import { BALLOT } from './walletCalls.ts'

interface VotePart {
  readonly votes: z.output<typeof WalletVotes>
  readonly actions: readonly WalletAction[]
}

/** The wallet's votes of the running epoch, and whether it can vote. Throws role_not_configured. */
export function votePart(found: Found): VotePart {
  const { reads, asOf, config } = found
  const { gaugeVoting } = config.contracts
  if (!gaugeVoting || !reads.voter || !reads.ballot) throw new NotRead('role_not_configured')
  const voter = voterOf(gaugeVoting, reads.voter, asOf.timestamp)
  // buildGaugeVote has free power claimed first where none is claimed.
  const claimed = afterClaim('needed', voter) ?? voter
  const reasons = cannotVote(claimed, asOf.timestamp)
  const power = usablePower(claimed)
  const { epoch, hasVoted, votes } = voter
  const vaults = listedVaultsOf(gaugeVoting, reads.ballot, BALLOT)
    .vaults.flatMap(({ vault }) => vault ?? [])
    .filter((vault) => !isDemo(found, vault))
  return {
    votes: {
      gaugeVoting,
      epoch: epoch.current,
      epochEnd: epoch.end,
      hasVoted,
      votes: votes.map(({ vault, weight }) => ({ vault, weight: String(weight) })),
      power: decimal(power),
    },
    actions: [
      ...(voter.lock.end > 0n ? vote(found, voter, { vaults, reasons, power }) : []),
      ...(hasVoted
        ? [
            offer('buildGaugeResetVotes', {
              why: `The wallet has voted for ${votes.length} vaults in the epoch that ends at ${timeText(BigInt(epoch.end))}.`,
              body: { from: found.wallet },
            }),
          ]
        : []),
    ],
  }
}

interface Ballot {
  readonly vaults: readonly Address[]
  readonly reasons: readonly Reason[]
  readonly power: bigint | null
}

/** A vote for all vaults alike; its weights are to be chosen. */
function vote({ wallet }: Found, { epoch, hasVoted }: Voter, { vaults, reasons, power }: Ballot): WalletAction[] {
  const wait = waitOf(reasons)
  // Each vault's part must be a base unit at least.
  const chosen = power === null || power >= BigInt(vaults.length) ? vaults : []
  if (chosen.length === 0 || (!wait && power === null)) return []
  return [
    offer('buildGaugeVote', {
      why: `The wallet has a lock${hasVoted ? ', and a new vote replaces its votes of this epoch' : ''}; ${chosen.length} vaults can receive votes until ${timeText(BigInt(epoch.end))}.`,
      body: { from: wallet, vaults: [...chosen], weights: chosen.map(() => '1'), claim: 'needed' },
      waits: [wait],
    }),
  ]
}

/** A required action comes before a delay that ends by itself; of several delays the latest counts. */
function waitOf(reasons: readonly Reason[]): Wait | null {
  const [act] = reasons.filter(({ until }) => until === null)
  const reason = act ?? reasons.toSorted((a, b) => (b.until ?? 0) - (a.until ?? 0))[0]
  if (!reason) return null
  // A claim goes with the vote, so that only power is missing.
  const code = reason.code === 'utility_not_claimed' ? 'no_voting_power' : reason.code
  return { code, until: reason.until }
}
