import { isAddressEqual, type Address } from 'viem'
import type { ChainConfig, Role } from '../../../shared/chain/config.ts'
import { ROLES } from '../../../shared/chain/config.ts'
import { laneOf } from '../../../shared/domain/vault/laneCalls.ts'
import { type Candidate, laneCandidate, named, NOTHING, partsOf } from './Candidate.ts'
import { nextCall } from './nextCalls.ts'
import type { PlaceReads } from './placeCalls.ts'

type Config = Pick<ChainConfig, 'chainId' | 'contracts'>

/** What an address is, by what the registry, its vaults and their launch arms say at this block. */
export function placeCandidates({ chainId, contracts }: Config, address: Address, reads: PlaceReads): Candidate[] {
  const { registry } = contracts
  if (!registry) return []
  const lanes = [reads.asCoin, reads.asVault, reads.asShare].flatMap((lane) => laneOf(lane) ?? [])
  const parts = lanes.flatMap((lane) =>
    partsOf(lane).flatMap((part) =>
      isAddressEqual(part.address, address) ? [laneCandidate({ chainId, registry }, part, lane.coin, 'address')] : [],
    ),
  )
  return unique([...parts, ...armOrAuction(chainId, address, reads), ...strategy(chainId, address, reads)])
}

const unique = (all: readonly Candidate[]): Candidate[] => [...new Map(all.map((one) => [one.kind, one])).values()]

const isSame = (one: Address | null, other: Address): boolean => one !== null && isAddressEqual(one, other)

function armOrAuction(chainId: number, address: Address, { asArm, asAuction, ...own }: PlaceReads): Candidate[] {
  const of = { ...NOTHING, ...named(own.symbol, own.name), chainId, address, match: 'address' } as const
  const next = [nextCall('getAuctionStatus', address), nextCall('getAuctionActivity', address)]
  const backed = laneOf(asArm.lane)
  const sold = laneOf(asAuction.lane)
  return [
    ...(backed && isSame(asArm.arm, address)
      ? [
          {
            ...of,
            kind: 'launchArm' as const,
            vault: backed.vault,
            active: backed.active,
            proof: { source: 'contract' as const, by: backed.vault, call: 'ccaLaunchArm()' },
            next,
          },
        ]
      : []),
    ...(sold && asAuction.arm && [asAuction.current, ...(asAuction.past ?? [])].some((one) => isSame(one, address))
      ? [
          {
            ...of,
            kind: 'auction' as const,
            vault: sold.vault,
            active: sold.active,
            proof: {
              source: 'contract' as const,
              by: asAuction.arm,
              call: isSame(asAuction.current, address) ? 'currentAuction()' : 'getPastAuctions()',
            },
            next,
          },
        ]
      : []),
  ]
}

function strategy(chainId: number, address: Address, { asStrategy, ...own }: PlaceReads): Candidate[] {
  const { book } = asStrategy
  const lane = laneOf(asStrategy.lane)
  const isBooked = book.activeInVault === true || (book.weight ?? 0n) > 0n || (book.debt ?? 0n) > 0n
  if (!lane || !isBooked) return []
  const call = book.activeInVault === true ? 'activeStrategies(address)' : 'strategyWeights(address)'
  return [
    {
      ...NOTHING,
      ...named(own.symbol, own.name),
      kind: 'strategy',
      chainId,
      address,
      match: 'address',
      vault: lane.vault,
      active: lane.active,
      proof: { source: 'contract', by: lane.vault, call },
      next: [nextCall('getVaultStrategies', lane.vault)],
    },
  ]
}

/** What roles stand for other than a contract of the protocol. */
const KIND_OF: Partial<Record<Role, Candidate['kind']>> = {
  creatorCoin: 'creatorCoin',
  vault: 'vault',
  shareToken: 'shareToken',
  launchArm: 'launchArm',
  auction: 'auction',
  auctionErc20: 'auction',
  lpStrategy: 'strategy',
  lendpoolStrategy: 'strategy',
}

const READS: Partial<Record<Role, readonly Candidate['next'][number][]>> = {
  gaugeVoting: [nextCall('getGaugeEpoch'), nextCall('listGaugeVaults')],
  lotteryManager: [nextCall('getLotteryGlobal')],
}

/** Roles of the chain's configuration that the address has, each of a kind that is not proven otherwise. */
export function roleCandidates(
  { chainId, contracts }: Config,
  address: Address,
  names: Pick<Candidate, 'symbol' | 'name'>,
  proven: readonly Candidate[],
): Candidate[] {
  return ROLES.flatMap((role) => {
    const own = contracts[role]
    const kind = KIND_OF[role] ?? 'protocol'
    if (!own || !isAddressEqual(own, address) || proven.some((one) => one.kind === kind)) return []
    const isAuction = kind === 'auction' || kind === 'launchArm'
    return [
      {
        ...NOTHING,
        ...names,
        kind,
        chainId,
        address,
        role,
        match: 'address' as const,
        proof: { source: 'configuration' as const, by: null, call: null },
        next: isAuction
          ? [nextCall('getAuctionStatus', address), nextCall('getAuctionActivity', address)]
          : [...(READS[role] ?? [])],
      },
    ]
  })
}
