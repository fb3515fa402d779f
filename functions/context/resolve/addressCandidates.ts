import { isAddressEqual, type Address } from 'viem'
import { type ChainConfig, type Role, ROLES } from '../../../shared/chain/config.ts'
import { stateOf } from '../../../shared/domain/auction/phase.ts'
import { AUCTION, LAUNCH_ARM, STRATEGY, type Voucher } from '../../../shared/domain/provenance/kinds.ts'
import { configuredAs } from '../../../shared/domain/provenance/provenance.ts'
import { laneOf } from '../../../shared/domain/vault/laneCalls.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { type Candidate, laneCandidate, named, NOTHING, partsOf } from './Candidate.ts'
import { nextCall } from './nextCalls.ts'
import type { AddressReads, AuctionReads } from './resolveCalls.ts'

type Config = Pick<ChainConfig, 'chainId' | 'contracts'>

/** Meanings of an address, by the registry, its vaults and their launch arms at this block. */
export function addressCandidates(
  { chainId, contracts }: Config,
  address: Address,
  reads: AddressReads,
  block: bigint,
): Candidate[] {
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
  const [arm, strategy] = [laneOf(asArm.lane), laneOf(asStrategy.lane)]
  const [asArmBy, asStrategyBy] = [
    proof(LAUNCH_ARM.voucher(address, asArm.proof, registry)),
    proof(STRATEGY.voucher(address, asStrategy.proof, registry)),
  ]
  return unique([
    ...parts,
    ...(arm && asArmBy
      ? [{ ...of, kind: 'launchArm' as const, vault: arm.vault, active: arm.active, proof: asArmBy, next: ofAuction }]
      : []),
    ...auctionCandidates({ chainId, contracts }, address, asAuction, { match: 'address', block }),
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

const proof = (voucher: Voucher | null) =>
  voucher && { source: 'contract' as const, by: voucher.by, call: voucher.call }

/** An auction that a launch arm of the registry's vaults names; nothing for any other contract. */
export function auctionCandidates(
  { chainId, contracts }: Config,
  address: Address,
  reads: AuctionReads,
  { match, block }: { readonly match: Candidate['match']; readonly block: bigint },
): Candidate[] {
  const { registry } = contracts
  const isConfigured = match !== 'address' && configuredAs({ contracts }, AUCTION.roles, address) !== null
  const by =
    (registry && proof(AUCTION.voucher(address, reads.proof, registry))) ??
    (isConfigured ? { source: 'configuration' as const, by: null, call: null } : null)
  if (!by) return []
  const lane = laneOf(reads.lane)
  const { startBlock, endBlock } = reads
  const isKnown = startBlock !== null && endBlock !== null
  return [
    {
      ...NOTHING,
      ...named(reads.symbol, reads.name),
      kind: 'auction',
      chainId,
      address,
      vault: lane?.vault ?? null,
      active: lane?.active ?? null,
      state: isKnown ? stateOf({ startBlock, endBlock }, block) : null,
      endBlock: decimal(endBlock),
      match,
      proof: by,
      next: [nextCall('getAuctionStatus', address), nextCall('getAuctionActivity', address)],
    },
  ]
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
