import type { Abi } from 'viem'
import { amoeEntryAbi } from './amoeEntry.ts'
import { auctionAbi } from './auction.ts'
import { ownableErrorsAbi } from './erc173.ts'
import { erc6093Abi } from './erc6093.ts'
import { gaugeVotingAbi } from './gaugeVoting.ts'
import { lendpoolAbi, vaultAuthAbi } from './lendpool.ts'
import { otherErrorsAbi } from './otherErrors.ts'
import { permit2Abi } from './permit2.ts'
import { lpStrategyActionsAbi } from './strategy.ts'
import { veUtilityAbi } from './veUtility.ts'
import { voteEscrowAbi } from './voteEscrow.ts'

/** Custom errors of every contract role: what a simulation's revert is told by, whichever contract down the line raised it. */
export const contractErrors: Abi = [
  ...erc6093Abi,
  ...ownableErrorsAbi,
  ...voteEscrowAbi,
  ...gaugeVotingAbi,
  ...veUtilityAbi,
  ...auctionAbi,
  ...permit2Abi,
  ...lendpoolAbi,
  ...vaultAuthAbi,
  ...lpStrategyActionsAbi,
  ...amoeEntryAbi,
  ...otherErrorsAbi,
].filter((item) => item.type === 'error')
