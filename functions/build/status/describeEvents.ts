import {
  decodeEventLog,
  getAddress,
  parseAbi,
  toEventSelector,
  toEventSignature,
  type AbiEvent,
  type Address,
  type Hex,
} from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import { nameArgs } from '../../../shared/calldata/encodeStep.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { identityRegistryEventsAbi } from '../../../shared/domain/agents/identityRegistryEventsAbi.ts'
import { reputationRegistryAbi } from '../../../shared/domain/agents/registryAbis.ts'
import { auctionAbi, launchArmAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { bidEventsAbi, exitEventsAbi } from '../../../shared/domain/auction/auctionEvents.ts'
import { gaugeVotingAbi } from '../../../shared/domain/gauge/gaugeVotingAbi.ts'
import { lendpoolAbi, vaultAuthAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import {
  amoeRouterAbi,
  lotteryEntryAbi,
  lotteryResultAbi,
  lotteryWinAbi,
} from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { shareTokenEventsAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import { trendFactoryAbi } from '../../../shared/domain/trend/trendFactory.ts'
import { vaultEventsAbi } from '../../../shared/domain/vault/vaultEventsAbi.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { vaultActionEventsAbi } from '../vault/vaultActionsAbi.ts'
import { attempt, roleOf } from './describeCalls.ts'

/** Events that only this file reads. */
const otherEventsAbi = parseAbi([
  // Liquidity strategies.
  'event CharmVaultSet(address indexed charmVault)',
  'event SwapPoolSet(address indexed swapPool)',
  'event DexFactorySet(address indexed factory)',
  'event UniFactorySet(address indexed factory)',
  'event AutoFeeTierSet(bool autoFeeTier)',
  'event ParametersSet(uint256 maxSwapPercent, uint256 swapSlippageBps, uint256 depositSlippageBps, uint24 fee)',
  'event ActiveSet(bool active)',
  'event StrategyRebalanced(uint256 totalAssets)',
  // LP vaults.
  'event Snapshot(int24 tick, uint256 totalAmount0, uint256 totalAmount1, uint256 totalSupply)',
  'event UpdateManager(address manager)',
  'event UpdatePendingManager(address manager)',
  'event UpdateRebalanceDelegate(address delegate)',
  // The utility of locks.
  'event Claimed(address indexed user, uint256 ve33, uint256 veLottery)',
  'event Synced(address indexed user, uint256 ve33, uint256 veLottery)',
  // Permit2, with what its other events leave out.
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
])

const ABIS = [
  erc20Abi,
  shareTokenEventsAbi,
  voteEscrowAbi,
  gaugeVotingAbi,
  auctionAbi,
  bidEventsAbi,
  exitEventsAbi,
  launchArmAbi,
  lendpoolAbi,
  vaultAuthAbi,
  vaultEventsAbi,
  vaultActionEventsAbi,
  identityRegistryEventsAbi,
  reputationRegistryAbi,
  lotteryEntryAbi,
  lotteryWinAbi,
  lotteryResultAbi,
  amoeRouterAbi,
  trendFactoryAbi,
  uniswapV3PoolAbi,
  otherEventsAbi,
]

/** Longest data of an event that is decoded: its texts are anyone's. */
const MOST_BYTES = 4096

let events: ReadonlyMap<Hex, readonly AbiEvent[]> | undefined

/** Events by topic 0: a token's transfer and that of an agent have the same one. */
const eventsOf = (topic: Hex): readonly AbiEvent[] =>
  (events ??= Map.groupBy(
    ABIS.flatMap((abi) => abi.flatMap((item): AbiEvent[] => (item.type === 'event' ? [item] : []))),
    (item) => toEventSelector(item),
  )).get(topic) ?? []

/** An event as it is answered; none for a log that is not known here. */
export function describeEvent(
  { address, topics: [topic, ...indexed], data }: { address: Address; topics: readonly Hex[]; data: Hex },
  config: ChainConfig,
) {
  if (topic === undefined || data.length > 2 + 2 * MOST_BYTES) return []
  for (const item of eventsOf(topic)) {
    const decoded = attempt(() => decodeEventLog({ abi: [item], topics: [topic, ...indexed], data }))
    if (!decoded) continue
    const values = new Map(Object.entries(decoded.args ?? {}))
    const args = nameArgs(
      item.inputs,
      item.inputs.map(({ name }) => values.get(name ?? '')),
    )
    return [{ address: getAddress(address), role: roleOf(address, config), event: toEventSignature(item), args }]
  }
  return []
}
