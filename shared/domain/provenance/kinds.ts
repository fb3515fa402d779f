import { isAddressEqual, type Address } from 'viem'
import type { Describe, Ref, Resolved, Shape } from '../../chain/calls.ts'
import type { Role } from '../../chain/config.ts'
import { knownAddress } from '../../text/address.ts'
import { auctionAbi, launchArmAbi } from '../auction/auctionAbi.ts'
import { lpStrategyAbi } from '../lpstrat/lpStrategyAbi.ts'
import { allocationCalls } from '../vault/allocationCalls.ts'
import { creatorVaultAbi } from '../vault/creatorVaultAbi.ts'
import { registryAbi } from '../vault/protocolAbis.ts'

export type Target = Address | Ref<Address>

/** The contract that names another one, by which of its functions. */
export interface Voucher {
  readonly source: 'registry' | 'vault' | 'launch_arm'
  readonly by: Address
  readonly call: string
}

/**
 * A kind of contract, and the reads that prove one. The registry vouches for coins, vaults and share tokens, a vault of the
 * registry for its launch arm and strategies, and a launch arm for its auctions. The contract's own claims only
 * select the contracts to read: genuine code proves nothing, since factories are open to everyone.
 */
export interface Kind<S extends Shape> {
  /** Roles of the chain's configuration that prove it too. */
  readonly roles: readonly Role[]
  readonly calls: (describe: Describe, registry: Address, target: Target) => S
  readonly voucher: (address: Address, reads: Resolved<S>, registry: Address) => Voucher | null
  /** Completes "it counts as proven only if …". */
  readonly proof: string
}

const kind = <S extends Shape>(of: Kind<S>): Kind<S> => of

const isSame = (one: Address | null, other: Address | null): boolean =>
  one !== null && other !== null && isAddressEqual(one, other)

/** The vault of a coin, by the registry. */
const laneOf = ({ at }: Pick<Describe, 'at'>, registry: Address, coin: Ref<Address>) => ({
  coin,
  vault: at(registry, registryAbi)('getVaultForToken', [coin]),
})

/** A vault's coin by the registry, and the vault of that coin, which is the same one for a vault that it lists. */
const vaultCalls = (describe: Pick<Describe, 'at'>, registry: Address, vault: Target) =>
  laneOf(describe, registry, describe.at(registry, registryAbi)('getTokenForVault', [vault]))

export const VAULT = kind({
  roles: ['vault'],
  calls: vaultCalls,
  voucher: (address, { vault }, by) =>
    isSame(vault, address) ? { source: 'registry', by, call: 'getTokenForVault(address)' } : null,
  proof: 'the registry lists it as a vault',
})

export const SHARE_TOKEN = kind({
  roles: ['shareToken'],
  calls({ at }, registryAddress, target) {
    const registry = at(registryAddress, registryAbi)
    const coin = registry('getTokenForShareOFT', [target])
    return { coin, share: registry('getShareOFTForToken', [coin]) }
  },
  voucher: (address, { share }, by) =>
    isSame(share, address) ? { source: 'registry', by, call: 'getTokenForShareOFT(address)' } : null,
  proof: 'the registry lists it as a share token',
})

export const LAUNCH_ARM = kind({
  roles: ['launchArm'],
  calls(describe, registry, target) {
    const vault = describe.word<Address>(describe.at(target, launchArmAbi)('getBackingTelemetry'), 0)
    return {
      vault,
      listed: vaultCalls(describe, registry, vault),
      arm: describe.at(vault, creatorVaultAbi)('ccaLaunchArm'),
    }
  },
  voucher: (address, { vault, listed, arm }) =>
    vault && isSame(listed.vault, vault) && isSame(arm, address)
      ? { source: 'vault', by: vault, call: 'ccaLaunchArm()' }
      : null,
  proof: 'a vault of the registry names it as its ccaLaunchArm()',
})

export const AUCTION = kind({
  roles: ['auction', 'auctionErc20'],
  calls(describe, registry, target) {
    const { at } = describe
    const coin = at(registry, registryAbi)('getTokenForShareOFT', [at(target, auctionAbi)('token')])
    const lane = laneOf(describe, registry, coin)
    const arm = at(lane.vault, creatorVaultAbi)('ccaLaunchArm')
    return {
      ...lane,
      arm,
      current: at(arm, launchArmAbi)('currentAuction'),
      past: at(arm, launchArmAbi)('getPastAuctions'),
    }
  },
  voucher(address, { vault, arm, current, past }) {
    if (!knownAddress(vault) || !arm) return null
    if (isSame(current, address)) return { source: 'launch_arm', by: arm, call: 'currentAuction()' }
    return past?.some((one) => isSame(one, address))
      ? { source: 'launch_arm', by: arm, call: 'getPastAuctions()' }
      : null
  },
  proof: 'the launch arm of a vault of the registry names it as its current or a past auction',
})

export const STRATEGY = kind({
  roles: ['lpStrategy', 'lendpoolStrategy'],
  calls(describe, registry, target) {
    const vault = describe.at(target, lpStrategyAbi)('vault')
    return { vault, listed: vaultCalls(describe, registry, vault), book: allocationCalls(describe, vault, target) }
  },
  voucher(_, { vault, listed, book }) {
    const isBooked = book.activeInVault === true || (book.weight ?? 0n) > 0n || (book.debt ?? 0n) > 0n
    if (!vault || !isSame(listed.vault, vault) || !isBooked) return null
    const call = book.activeInVault === true ? 'activeStrategies(address)' : 'strategyWeights(address)'
    return { source: 'vault', by: vault, call }
  },
  proof: 'a vault of the registry has it in its list of strategies',
})

/** A token that this deployment knows: a coin, vault or share token of the registry, or one of the configuration. */
export const TOKEN = kind({
  roles: ['usdc', 'keyToken', 'creatorCoin', 'vault', 'shareToken'],
  calls({ at }, registryAddress, target) {
    const registry = at(registryAddress, registryAbi)
    return {
      vaultOfCoin: registry('getVaultForToken', [target]),
      coinOfShare: registry('getTokenForShareOFT', [target]),
      coinOfVault: registry('getTokenForVault', [target]),
    }
  },
  voucher: (_, { vaultOfCoin, coinOfShare, coinOfVault }, by) =>
    [vaultOfCoin, coinOfShare, coinOfVault].some(knownAddress)
      ? { source: 'registry', by, call: 'getVaultForToken(address)' }
      : null,
  proof: 'the registry or the configuration names it',
})
