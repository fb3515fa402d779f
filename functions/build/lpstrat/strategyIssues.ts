import { isAddressEqual, type Address } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { type TokenLabel, tokenText } from '../../../shared/text/wording.ts'
import type { LpStrategy } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { isOtherPair, type Pair } from '../../../shared/domain/lpstrat/pair.ts'

export function notOwner({ address, owner }: LpStrategy, from: Address): Issue[] {
  if (owner === null || isAddressEqual(owner, from)) return []
  return [
    {
      code: 'not_owner',
      message: `only the owner ${owner} may send this call to ${address}, not ${from}; if the owner is a contract, send the call through it`,
      reverts: 'OwnableUnauthorizedAccount',
      owner,
    },
  ]
}

export function notOwnerOrVault({ address, owner, vault }: LpStrategy, from: Address): Issue[] {
  if (owner === null || isAddressEqual(owner, from) || isAddressEqual(vault, from)) return []
  return [
    {
      code: 'not_owner',
      message: `only the owner ${owner} and the vault ${vault} may send this call to ${address}, not ${from}; if the owner is a contract, send the call through it`,
      reverts: 'Only owner or vault',
      owner,
    },
  ]
}

/** `totalAssets` is what the strategy reports as its value; null if it was not read. */
export function worthNothing(totalAssets: bigint | null): Issue[] {
  if (totalAssets === null || totalAssets > 0n) return []
  return [
    {
      code: 'valuation_unavailable',
      message: 'the strategy reports a value of zero: it is empty, or it has debt and its oracle price is stale',
      reverts: 'RebalanceValuationUnavailable',
    },
  ]
}

/** `shares` is the strategy's balance of shares of its current LP vault; null if it was not read. */
export function sharesLeft({ lpVault }: LpStrategy, shares: bigint | null): Issue[] {
  if (lpVault === null || shares === null || shares === 0n) return []
  return [
    {
      code: 'lp_shares_outstanding',
      message: `the strategy holds ${shares} shares of its current LP vault ${lpVault}; withdraw them first with buildLpOwnerEmergencyWithdrawFromLp`,
      reverts: 'CharmSharesOutstanding',
      lpVault,
      shares: String(shares),
    },
  ]
}

const PAIR_ISSUES = {
  lpVault: { code: 'invalid_lp_vault', reverts: 'InvalidCharmVault' },
  swapPool: { code: 'invalid_swap_pool', reverts: 'InvalidSwapPool' },
} as const

/** An LP vault or swap pool, named by that field of the request, whose tokens differ from the strategy's. */
export function wrongPair(field: keyof typeof PAIR_ISSUES, pair: Pair, strategy: LpStrategy): Issue[] {
  if (!isOtherPair(pair, strategy)) return []
  return [
    {
      ...PAIR_ISSUES[field],
      message: `${field}: has the tokens ${pair.token0} and ${pair.token1}, but the strategy needs ${strategy.asset} and ${strategy.usdc}`,
      ...pair,
    },
  ]
}

/** An active strategy does not release the tokens that it works with. */
export function tokenInUse(token: Address, { active, asset, usdc, lpVault }: LpStrategy): Issue[] {
  const isCore = [asset, usdc, lpVault].some((core) => core !== null && isAddressEqual(core, token))
  if (!active || !isCore) return []
  return [
    {
      code: 'strategy_active',
      message: `token: an active strategy does not release ${token}; deactivate it first with buildLpSetActive`,
      reverts: 'EmergencyWithdrawRestrictedToken',
    },
  ]
}

/** `balance` is what the strategy holds of the token. */
export function strategyBalanceTooLow(amount: bigint, balance: bigint, token: TokenLabel): Issue[] {
  if (balance >= amount) return []
  return [
    {
      code: 'strategy_balance_too_low',
      message: `amount: must be at most the balance of the strategy, ${tokenText(balance, token)}`,
      reverts: 'ERC20InsufficientBalance',
      balance: String(balance),
      needed: String(amount),
    },
  ]
}
