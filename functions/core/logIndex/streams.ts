import { type Abi, type Address, type Hex } from 'viem'
import { activityTopics, bidTopics } from '../../../shared/domain/auction/auctionEvents.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { identityRegistryEventsAbi } from '../../../shared/domain/agents/identityRegistryEventsAbi.ts'
import {
  amoeRouterAbi,
  lotteryEntryAbi,
  lotteryResultAbi,
  lotteryWinAbi,
} from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { deploymentBatcherAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { reputationRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'
import { shareTokenEventsAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import { trendFactoryAbi } from '../../../shared/domain/trend/trendFactory.ts'
import { vaultEventsAbi } from '../../../shared/domain/vault/vaultEventsAbi.ts'
import type { ChainConfig, Role } from '../../../shared/chain/config.ts'
import type { Lane } from '../../../shared/domain/vault/readLanes.ts'
import {
  AMOE,
  AUCTION_ACTIVITY,
  AUCTION_BIDS,
  DEPLOYMENTS,
  IDENTITY,
  LOTTERY_ENTRIES,
  LOTTERY_RESULTS,
  LOTTERY_WINS,
  REPUTATION,
  SHARES,
  SHARES_KEPT,
  TREND_COINS,
} from '../../../shared/store/streams.ts'
import { topicsOf } from '../../../shared/events/decodeEvent.ts'
import type { LogStream } from './LogStream.ts'
import type { Launch } from './readLaunches.ts'

const DAY = 86_400
const FOREVER = 100 * 366 * DAY

/** Every event of the registry. */
export const REGISTRY = 'registry'
/** Deposits, withdrawals, reports and strategy changes of every vault. */
export const VAULTS = 'vaults'
/** Graduations of auctions, and what went into pools, as the launch arms report them. */
export const LAUNCHES = 'launches'
/** Votes, their resets, and the totals of past epochs. */
export const GAUGE = 'gauge'

/**
 * Signatures of the events by which a launch arm reports that an auction graduated, and that its proceeds went into the
 * pool.
 */
export const GRADUATED: Hex = '0x0cac9b0d11c6e2e35ea212440f99281eae02b3014816e31321d80ea041ee6a5c'
export const MIGRATED: Hex = '0x55654318bf0ff79733718791b79a1c25e0dd05caf1202a7eeddb987dc082f201'

/** Streams of the contracts in these roles, if the chain's configuration has them. */
const OF_ROLES: readonly { readonly name: string; readonly roles: readonly Role[]; readonly abi: Abi }[] = [
  { name: GAUGE, roles: ['gaugeVoting'], abi: gaugeVotingAbi },
  { name: IDENTITY, roles: ['identityRegistry'], abi: identityRegistryEventsAbi },
  { name: REPUTATION, roles: ['reputationRegistry'], abi: reputationRegistryAbi },
  { name: LOTTERY_ENTRIES, roles: ['lotteryManager'], abi: lotteryEntryAbi },
  { name: LOTTERY_WINS, roles: ['lotteryManager'], abi: lotteryWinAbi },
  { name: LOTTERY_RESULTS, roles: ['lotteryManager'], abi: lotteryResultAbi },
  { name: AMOE, roles: ['amoeRouter'], abi: amoeRouterAbi },
  { name: TREND_COINS, roles: ['trendFactory'], abi: trendFactoryAbi },
  { name: DEPLOYMENTS, roles: ['deploymentBatcher'], abi: deploymentBatcherAbi },
]

/** How long the logs of each stream stay, in seconds. */
export const KEEP: Readonly<Record<string, number>> = {
  [REGISTRY]: FOREVER,
  [VAULTS]: 400 * DAY,
  [LAUNCHES]: FOREVER,
  [SHARES]: SHARES_KEPT,
  [GAUGE]: 400 * DAY,
  [IDENTITY]: FOREVER,
  [REPUTATION]: FOREVER,
  [LOTTERY_ENTRIES]: FOREVER,
  [LOTTERY_WINS]: FOREVER,
  [LOTTERY_RESULTS]: FOREVER,
  [AMOE]: FOREVER,
  [TREND_COINS]: FOREVER,
  [DEPLOYMENTS]: FOREVER,
  [AUCTION_BIDS]: FOREVER,
  [AUCTION_ACTIVITY]: FOREVER,
}

/** The streams of a chain whose registry has these lanes, and that has had these auctions through these launch arms. */
export function streamsOf(
  registry: Address,
  lanes: readonly Lane[],
  { auctions, launches }: { readonly auctions: readonly Address[]; readonly launches: readonly Launch[] },
  { contracts, startBlock }: Pick<ChainConfig, 'contracts' | 'startBlock'>,
): LogStream[] {
  const stream = (name: string, addresses: readonly Address[], events: readonly Hex[]): LogStream => ({
    name,
    addresses,
    events,
    fromBlock: startBlock,
    hourly: name === VAULTS,
  })
  return [
    stream(REGISTRY, [registry], []),
    stream(
      VAULTS,
      lanes.map((lane) => lane.vault),
      topicsOf(vaultEventsAbi),
    ),
    stream(
      SHARES,
      lanes.flatMap((lane) => lane.shareToken ?? []),
      topicsOf(shareTokenEventsAbi),
    ),
    ...(launches.length === 0
      ? []
      : [
          stream(
            LAUNCHES,
            launches.map(({ arm }) => arm),
            [GRADUATED, MIGRATED],
          ),
        ]),
    ...(auctions.length === 0
      ? []
      : [stream(AUCTION_BIDS, auctions, bidTopics()), stream(AUCTION_ACTIVITY, auctions, activityTopics())]),
    ...OF_ROLES.flatMap(({ name, roles, abi }) => {
      const addresses = roles.flatMap((role) => contracts[role] ?? [])
      return addresses.length === 0 ? [] : [stream(name, addresses, topicsOf(abi))]
    }),
  ]
}
