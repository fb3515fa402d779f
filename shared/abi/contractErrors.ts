import type { Abi } from 'viem'
import { auctionAbi } from './auction.ts'
import { erc6093Abi } from './erc6093.ts'
import { gaugeVotingAbi } from './gaugeVoting.ts'
import { voteEscrowAbi } from './voteEscrow.ts'

/** Custom errors of every contract role: what a simulation's revert is told by, whichever contract down the line raised it. */
export const contractErrors: Abi = [...erc6093Abi, ...voteEscrowAbi, ...gaugeVotingAbi, ...auctionAbi].filter(
  (item) => item.type === 'error',
)
