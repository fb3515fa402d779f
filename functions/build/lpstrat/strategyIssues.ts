import { isAddressEqual, type Address } from 'viem'
import type { Issue } from '../../../schema/calldata.ts'
import { type TokenLabel, tokenText } from '../../../shared/text/wording.ts'
import type { LpStrategy } from '../../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { isOtherPair, type Pair } from '../../../shared/domain/lpstrat/pair.ts'

export function notOwner({ address, owner }: LpStrategy, from: Address): Issue[] {
  if (owner === null || isAddressEqual(owner, from)) return []
  return [
    {
      code: 'not_owner',
      message: `only its owner ${owner} may call ${address}, not ${from}; an owner that is a contract must wrap the call`,
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
      message: `only its owner ${owner} and its vault ${vault} may call ${address}, not ${from}; an owner that is a contract must wrap the call`,
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
      message: 'the strategy reports a value of zero: it is empty, or has a debt and no fresh price',
      reverts: 'RebalanceValuationUnavailable',
    },
  ]
}

/** `shares` is what the strategy holds of its present LP vault; null if it was not read. */
export function sharesLeft({ lpVault }: LpStrategy, shares: bigint | null): Issue[] {
  if (lpVault === null || shares === null || shares === 0n) return []
  return [
    {
      code: 'lp_shares_outstanding',
      message: `the strategy holds ${shares} shares of its present LP vault ${lpVault}; withdraw them first`,
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
      message: `${field}: its tokens are ${pair.token0} and ${pair.token1}, but the strategy's are ${strategy.asset} and ${strategy.usdc}`,
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
      message: `token: an active strategy does not release ${token}, which it works with; deactivate it first`,
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
      message: `amount: must not exceed what the strategy holds, ${tokenText(balance, token)}`,
      reverts: 'ERC20InsufficientBalance',
      balance: String(balance),
      needed: String(amount),
    },
  ]
}
