import type { Abi } from 'viem'
import { amoeEntryAbi } from '../domain/lottery/amoeEntryAbi.ts'
import { auctionAbi } from '../domain/auction/auctionAbi.ts'
import { ownableErrorsAbi } from '../abi/erc173.ts'
import { erc6093Abi } from '../abi/erc6093.ts'
import { gaugeVotingAbi } from '../domain/gauge/gaugeVotingAbi.ts'
import { lendpoolAbi, vaultAuthAbi } from '../domain/lendpool/lendpoolAbi.ts'
import { otherErrorsAbi } from './otherErrorsAbi.ts'
import { permit2Abi } from '../abi/permit2.ts'
import { lpStrategyActionsAbi } from '../domain/lpstrat/lpStrategyAbi.ts'
import { trendFactoryAbi } from '../domain/trend/trendFactoryAbi.ts'
import { veUtilityAbi } from '../domain/vetoken/veUtilityAbi.ts'
import { voteEscrowAbi } from '../domain/vetoken/voteEscrowAbi.ts'

/** Custom errors of every contract role: they identify a simulation's revert, whichever contract raised it. */
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
  ...trendFactoryAbi,
  ...otherErrorsAbi,
].filter((item) => item.type === 'error')
