import type * as z from 'zod'
import { type Address, isAddressEqual } from 'viem'
import type { WalletRole, WalletRoleName } from '../../../schema/context/walletParts.ts'
import { LAST_BUCKET } from '../../../shared/domain/lendpool/bucketPrice.ts'
import { isLender, isRuleBook } from '../../../shared/domain/lendpool/lenderCalls.ts'
import { currentLpVault, currentOf, namesLpVault } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { between, offer, type WalletAction } from './action.ts'
import { isDemo, type Found } from './Found.ts'
import type { StrategyReads } from './strategyReads.ts'

type Role = z.output<typeof WalletRole>

interface RolePart {
  readonly roles: readonly Role[]
  readonly actions: readonly WalletAction[]
}

/** The wallet's roles in the lanes, and its actions there. */
export function rolePart(found: Found): RolePart {
  const parts = (found.reads.lanes ?? []).flatMap((lane) => {
    const vault = knownAddress(lane.vault)
    if (vault === null) return []
    const own = isSelf(found, lane.owner) ? [{ roles: [roleOf('vaultOwner', vault, vault)], actions: [] }] : []
    return [...own, ...lane.strategies.list.map((strategy) => strategyPart(found, vault, strategy))]
  })
  return { roles: parts.flatMap(({ roles }) => roles), actions: parts.flatMap(({ actions }) => actions) }
}

export const isSelf = ({ wallet }: Pick<Found, 'wallet'>, address: Address | null): boolean =>
  address !== null && isAddressEqual(address, wallet)

const roleOf = (role: WalletRoleName, address: Address, vault: Address): Role => ({
  role,
  address,
  vault,
  agentId: null,
})

function strategyPart(found: Found, vault: Address, strategy: StrategyReads): RolePart {
  const address = knownAddress(strategy.address)
  if (address === null) return { roles: [], actions: [] }
  const parts = [
    owned(found, { vault, address, strategy }),
    ruled(found, vault, strategy),
    managed(found, vault, strategy),
  ]
  return { roles: parts.flatMap(({ roles }) => roles), actions: parts.flatMap(({ actions }) => actions) }
}

interface Owned {
  readonly vault: Address
  readonly address: Address
  readonly strategy: StrategyReads
}

function owned(found: Found, { vault, address, strategy }: Owned): RolePart {
  if (!isSelf(found, strategy.owner)) return { roles: [], actions: [] }
  const roles = [roleOf('strategyOwner', address, vault)]
  if (isDemo(found, address)) return { roles, actions: [] }
  const why = `The wallet owns the strategy ${address}.`
  if (isLender(strategy.lender))
    return {
      roles,
      actions: [
        offer('buildLendpoolSetIdleBufferBps', {
          why,
          body: { from: found.wallet, strategy: address },
          bounds: { idleBufferBps: between('bps', 0n, 10_000n) },
        }),
      ],
    }
  const { active, lpVaults } = strategy
  if (!namesLpVault(lpVaults) || active === null) return { roles, actions: [] }
  return {
    roles,
    actions: [
      offer('buildLpSetActive', {
        why: `${why} It is ${active ? 'active' : 'inactive'}.`,
        body: { from: found.wallet, strategy: address, active: !active },
      }),
    ],
  }
}

function ruled(found: Found, vault: Address, { auth, ruleBook, isAdmin }: StrategyReads): RolePart {
  const address = knownAddress(auth)
  if (address === null || !isRuleBook(ruleBook) || isAdmin !== true || !isSelf(found, ruleBook.admin))
    return { roles: [], actions: [] }
  const roles = [roleOf('ruleBookAdmin', address, vault)]
  if (isDemo(found, address)) return { roles, actions: [] }
  return {
    roles,
    actions: [
      offer('buildLendpoolSetMinBucketIndex', {
        why: `The wallet is the admin of the rule book ${address}.`,
        body: { from: found.wallet, auth: address },
        bounds: { minBucketIndex: between('index', 0n, LAST_BUCKET) },
      }),
    ],
  }
}

/** The LP vault of a strategy. A rebalance is not offered: whether the price allows it, only a simulation shows. */
function managed(found: Found, vault: Address, { lpVaults, rebalancing }: StrategyReads): RolePart {
  const address = currentLpVault(lpVaults)
  if (address === null) return { roles: [], actions: [] }
  const own = currentOf(lpVaults, rebalancing)
  const role = isSelf(found, own.manager)
    ? ('lpVaultManager' as const)
    : isSelf(found, own.rebalanceDelegate)
      ? ('lpVaultDelegate' as const)
      : null
  if (role === null) return { roles: [], actions: [] }
  return { roles: [roleOf(role, address, vault)], actions: [] }
}
