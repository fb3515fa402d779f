import { isAddressEqual, type Address } from 'viem'
import { type ChainConfig, type Role, ROLES } from '../../../shared/chain/config.ts'
import { AUCTION, LAUNCH_ARM, STRATEGY, type Voucher } from '../../../shared/domain/provenance/kinds.ts'
import { laneOf } from '../../../shared/domain/vault/laneCalls.ts'
import { type Candidate, laneCandidate, named, NOTHING, partsOf } from './Candidate.ts'
import { nextCall } from './nextCalls.ts'
import type { AddressReads } from './resolveCalls.ts'

type Config = Pick<ChainConfig, 'chainId' | 'contracts'>

/** Meanings of an address, by the registry, its vaults and their launch arms at this block. */
export function addressCandidates({ chainId, contracts }: Config, address: Address, reads: AddressReads): Candidate[] {
  const { registry } = contracts
  if (!registry) return []
  const lanes = [reads.asCoin, reads.asVault, reads.asShare].flatMap((lane) => laneOf(lane) ?? [])
  const parts = lanes.flatMap((lane) =>
    partsOf(lane).flatMap((part) =>
      isAddressEqual(part.address, address) ? [laneCandidate({ chainId, registry }, part, lane.coin, 'address')] : [],
    ),
  )
  const { asArm, asAuction, asStrategy, ...own } = reads
  const of = { ...NOTHING, ...named(own.symbol, own.name), chainId, address, match: 'address' } as const
  const ofAuction = [nextCall('getAuctionStatus', address), nextCall('getAuctionActivity', address)]
  const [arm, auction, strategy] = [laneOf(asArm.lane), laneOf(asAuction.lane), laneOf(asStrategy.lane)]
  const proof = (voucher: Voucher | null) =>
    voucher && { source: 'contract' as const, by: voucher.by, call: voucher.call }
  const [asArmBy, asAuctionBy, asStrategyBy] = [
    proof(LAUNCH_ARM.voucher(address, asArm.proof, registry)),
    proof(AUCTION.voucher(address, asAuction.proof, registry)),
    proof(STRATEGY.voucher(address, asStrategy.proof, registry)),
  ]
  return unique([
    ...parts,
    ...(arm && asArmBy
      ? [{ ...of, kind: 'launchArm' as const, vault: arm.vault, active: arm.active, proof: asArmBy, next: ofAuction }]
      : []),
    ...(auction && asAuctionBy
      ? [
          {
            ...of,
            kind: 'auction' as const,
            vault: auction.vault,
            active: auction.active,
            proof: asAuctionBy,
            next: ofAuction,
          },
        ]
      : []),
    ...(strategy && asStrategyBy
      ? [
          {
            ...of,
            kind: 'strategy' as const,
            vault: strategy.vault,
            active: strategy.active,
            proof: asStrategyBy,
            next: [nextCall('getVaultStrategies', strategy.vault)],
          },
        ]
      : []),
  ])
}

const unique = (all: readonly Candidate[]): Candidate[] => [...new Map(all.map((one) => [one.kind, one])).values()]

/** Kinds of roles that are not plain contracts of the protocol. */
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
