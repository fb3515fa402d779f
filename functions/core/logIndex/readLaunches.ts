import { getAddress, type Address } from 'viem'
import { phaseName, type PhaseName } from '../../../shared/domain/auction/phase.ts'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { launchArmAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { BlockPoint, Chain } from '../../../shared/chain/chain.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { LANES } from '../../../shared/domain/vault/readLanes.ts'

/** Past auctions read from one launch arm. */
const PAST = 64

/** The launch arm of a vault, and the phase of its current auction; null if it cannot be read. */
export interface Launch {
  readonly vault: Address
  readonly arm: Address
  readonly stage: PhaseName | null
}

/**
 * The auctions to follow, sorted: those of the configuration, and those that the launch arms of the configuration and
 * of the registry's vaults have held; and these launch arms. At the newest block or another; `blocks` are those of the
 * requests. One upstream request per 100 lanes; throws what a chain read throws.
 */
export async function readLaunches(
  chain: Chain,
  block?: BlockPoint,
): Promise<{
  auctions: Address[]
  /** The vaults whose launch arms name each; none for one that only the configuration names. */
  vaultsOf: ReadonlyMap<Address, readonly Address[]>
  launches: Launch[]
  blocks: BlockPoint[]
}> {
  const { auction, auctionErc20, launchArm } = chain.config.contracts
  const registry = chain.role('registry')
  const vaultsOf = new Map<Address, Address[]>(
    [auction, auctionErc20].flatMap((address) => (address ? [[getAddress(address), []]] : [])),
  )
  const launches = new Map<Address, Launch>()
  const blocks: BlockPoint[] = []
  for (let offset = 0; ; offset += LANES) {
    const describeReads = (describe: Describe) => {
      const lane = describe.at(registry, registryAbi)
      return {
        count: lane('getTokenCount'),
        configured: launchArm && offset === 0 ? configuredCalls(describe, launchArm) : null,
        ofLanes: describe.each(lane('getTokensPaginated', [BigInt(offset), BigInt(LANES)]), LANES, (coin) => {
          const vault = lane('getVaultForToken', [coin])
          const arm = describe.at(vault, creatorVaultAbi)('ccaLaunchArm')
          return { vault, arm, ...armCalls(describe, arm) }
        }),
      }
    }
    const { value, asOf } = await chain.read(describeReads, [], block)
    blocks.push(asOf)
    const { configured } = value
    const all = [...value.ofLanes, ...(configured && launchArm ? [{ ...configured, arm: launchArm }] : [])]
    for (const { vault, arm, ...held } of all) {
      for (const address of [held.current, ...(held.past ?? []).slice(-PAST)]) {
        if (!address || !knownAddress(address)) continue
        const vaults = vaultsOf.get(getAddress(address)) ?? []
        if (vault && knownAddress(vault)) vaults.push(vault)
        vaultsOf.set(getAddress(address), vaults)
      }
      if (!vault || !arm || !knownAddress(vault) || !knownAddress(arm)) continue
      if (!launches.has(vault)) launches.set(vault, { vault, arm, stage: stageOf(held) })
    }
    if (offset + LANES >= (value.count ?? 0n))
      return { auctions: [...vaultsOf.keys()].sort(), vaultsOf, launches: [...launches.values()], blocks }
  }
}

const armCalls = ({ at }: Pick<Describe, 'at'>, arm: Address | Ref<Address>) => ({
  current: at(arm, launchArmAbi)('currentAuction'),
  past: at(arm, launchArmAbi)('getPastAuctions'),
  lifecycle: at(arm, launchArmAbi)('getLifecycleStatus'),
})

/** For a launch arm that possibly no vault names; it returns its vault itself. */
const configuredCalls = (describe: Describe, arm: Address) => ({
  vault: describe.word<Address>(describe.at(arm, launchArmAbi)('getBackingTelemetry'), 0),
  ...armCalls(describe, arm),
})

const stageOf = ({ lifecycle }: Pick<Resolved<ReturnType<typeof armCalls>>, 'lifecycle'>): Launch['stage'] =>
  phaseName(lifecycle?.phase ?? null)
