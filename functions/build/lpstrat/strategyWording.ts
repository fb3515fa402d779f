import { zeroAddress, type Address } from 'viem'
import { tokenText, type TokenLabel } from '../../../shared/text/wording.ts'

const strategyOf = (address: Address): string => `the LP strategy ${address}`

/** Descriptions of the calls of an LP strategy by purpose: generations name their functions differently. */
export const strategyTexts = {
  setVault: (strategy: Address, [next]: readonly [Address]): string =>
    next === zeroAddress
      ? `Remove the LP vault of ${strategyOf(strategy)} (set it to ${next}).`
      : `Set the LP vault of ${strategyOf(strategy)} to ${next}.`,
  setSwapPool: (strategy: Address, [pool]: readonly [Address]): string =>
    pool === zeroAddress
      ? `Remove the swap pool of ${strategyOf(strategy)} (set it to ${pool}).`
      : `Set the swap pool of ${strategyOf(strategy)} to ${pool}.`,
  setDexFactory: (strategy: Address, [factory]: readonly [Address]): string =>
    `Set the dex factory of ${strategyOf(strategy)} to ${factory}.`,
  setAutoFeeTier: (strategy: Address, [on]: readonly [boolean]): string =>
    `Switch the automatic fee tier of ${strategyOf(strategy)} ${on ? 'on' : 'off'}.`,
  setActive: (strategy: Address, [active]: readonly [boolean]): string =>
    `Make ${strategyOf(strategy)} ${active ? 'active' : 'inactive'}.`,
  setParameters: (
    strategy: Address,
    [percent, swapBps, depositBps, fee]: readonly [bigint, bigint, bigint, number],
  ): string =>
    `Make ${strategyOf(strategy)} sell at most ${percent} % of its idle creator coins in a deposit, lose at most ${swapBps} bps in a swap and ${depositBps} bps in a deposit or rebalance, and swap in the pool with a fee of ${fee} hundredths of a bp.`,
  initializeApprovals: (strategy: Address): string =>
    `Give the router, LP vault and lending pool of ${strategyOf(strategy)} unlimited approvals for its creator coins and USDC.`,
  rebalance: (strategy: Address): string =>
    `Make ${strategyOf(strategy)} move the positions of its LP vault to the current price.`,
  /** `vault` is that of the strategy, null if it is not known. */
  withdrawFromLp: (strategy: Address, vault: Address | null): string =>
    `Withdraw all liquidity of ${strategyOf(strategy)} from its LP vault, and send all its creator coins and USDC to its vault${vault === null ? '' : ` ${vault}`}.`,
  withdraw: (
    strategy: Address,
    [token, to, amount]: readonly [Address, Address, bigint],
    unit: Omit<TokenLabel, 'address'>,
  ): string =>
    `Send ${tokenText(amount, { ...unit, address: token })} from ${strategyOf(strategy)} to its vault ${to}.`,
} as const

/** The same of an LP vault. */
export const lpVaultTexts = {
  rebalance: (lpVault: Address): string => `Move the positions of the LP vault ${lpVault} to the current price.`,
  setManager: (lpVault: Address, [next]: readonly [Address]): string =>
    `Propose ${next} as the next manager of the LP vault ${lpVault}.`,
  setRebalanceDelegate: (lpVault: Address, [delegate]: readonly [Address]): string =>
    `Let ${delegate} rebalance the LP vault ${lpVault}.`,
} as const
