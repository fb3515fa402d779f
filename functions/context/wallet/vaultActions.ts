import { isAddressEqual, maxUint256, type Address } from 'viem'
import { knownAddress } from '../../../shared/text/address.ts'
import { tokenText, type TokenLabel } from '../../../shared/text/wording.ts'
import { between, offer, type Wait, type WalletAction } from './action.ts'
import { isDemo, type Found } from './Found.ts'
import type { WalletLane } from './walletCalls.ts'

/** Fewest base units of vault shares to wrap: a thousand make one of the share token, after a fee of a tenth at most. */
const LEAST_WRAP = 2000n

/** Deposits into the vaults of the lanes, withdrawals from them, and wraps of their shares. */
export const vaultActions = (found: Found): WalletAction[] =>
  (found.reads.lanes ?? []).flatMap((lane) => {
    const vault = knownAddress(lane.vault)
    return vault === null
      ? []
      : [...deposits(found, vault, lane), ...exits(found, vault, lane), ...wraps(found, vault, lane)]
  })

const least = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b))
const roundUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

function deposits(found: Found, vault: Address, { coin, coins, exits, ...lane }: WalletLane): WalletAction[] {
  const { supply, worth, mostDeposit } = exits
  // The first deposit of an empty vault has a minimum of its own.
  if (!coin || !coins || !supply || worth === null || !mostDeposit || isDemo(found, vault, found.wallet)) return []
  const token = { address: coin, symbol: lane.coinSymbol, decimals: lane.coinDecimals }
  const [min, max] = [worth / supply + 1n, least(coins, mostDeposit)]
  if (max < min) return []
  return [
    offer('buildVaultDeposit', {
      why: `The wallet holds ${tokenText(coins, token)}, which the vault takes.`,
      body: { from: found.wallet, vault },
      bounds: { amount: between('baseUnits', min, max, token) },
    }),
  ]
}

function exits(found: Found, vault: Address, { coin, vaultShares, exits, ...lane }: WalletLane): WalletAction[] {
  const { wallet, asOf } = found
  const { supply, worth, mostRedeem, threshold, mode } = exits
  const share = { address: vault, symbol: lane.symbol, decimals: lane.decimals }
  const body = { from: wallet, vault }
  const claims = mode === null || mode === 0 ? claim(exits.queued, body, asOf.blockNumber, share) : []
  if (!coin || !vaultShares || !supply || !worth) return claims
  const token = { address: coin, symbol: lane.coinSymbol, decimals: lane.coinDecimals }
  const why = `The wallet holds ${tokenText(vaultShares, share)}, shares of the vault.`
  const waits = [tooSoon(exits.lastDeposit, exits.delay, asOf.blockNumber)]
  // Below the threshold whatever the rounding.
  const atOnce = threshold === null ? maxUint256 : threshold === 0n ? 0n : ((threshold - 1n) * supply) / (worth + 1n)
  const most = least(mostRedeem ?? 0n, vaultShares, atOnce)
  const [fewest, assets] = [roundUp(supply, worth), (most * worth) / supply]
  const large = threshold === null ? maxUint256 : roundUp(threshold * supply, worth)
  // The next withdrawal has to name the receiver of the queued one.
  const receiver = exits.queued && exits.queued[0] > 0n ? exits.queued[2] : wallet
  const named = isAddressEqual(receiver, wallet) ? {} : { receiver }
  return [
    ...claims,
    ...(most >= fewest && assets > 0n
      ? [
          offer('buildVaultRedeem', {
            why,
            body,
            bounds: { amount: between('baseUnits', fewest, most, share) },
            waits,
          }),
          offer('buildVaultWithdraw', {
            why,
            body,
            bounds: { amount: between('baseUnits', 1n, assets, token) },
            waits,
          }),
        ]
      : []),
    ...(exits.queued && vaultShares >= large && large > 0n && !('receiver' in named && isDemo(found, receiver))
      ? [
          offer('buildVaultQueueWithdrawal', {
            why,
            body: { ...body, ...named },
            bounds: { amount: between('baseUnits', large, vaultShares, share) },
            waits,
          }),
        ]
      : []),
  ]
}

function claim(
  queued: WalletLane['exits']['queued'],
  body: { readonly from: Address; readonly vault: Address },
  block: string,
  share: TokenLabel,
): WalletAction[] {
  if (!queued || queued[0] === 0n) return []
  const [shares, untilBlock] = queued
  const isEarly = BigInt(block) + 1n < untilBlock
  return [
    offer('buildVaultClaimQueuedWithdrawal', {
      why: `${tokenText(shares, share)} of the wallet are in the withdrawal queue of the vault.`,
      body,
      waits: [isEarly ? { code: 'withdrawal_not_unlocked', untilBlock } : null],
    }),
  ]
}

function wraps(found: Found, vault: Address, { vaultShares, shares, exits, ...lane }: WalletLane): WalletAction[] {
  const [wrapper, shareToken] = [knownAddress(exits.wrapper), knownAddress(lane.shareToken)]
  if (!wrapper || !shareToken || (exits.wrapped !== null && !isAddressEqual(exits.wrapped, vault))) return []
  const body = { from: found.wallet, vault }
  const share = { address: vault, symbol: lane.symbol, decimals: lane.decimals }
  const token = { address: shareToken, symbol: lane.shareSymbol, decimals: lane.shareDecimals }
  return [
    ...(vaultShares !== null && vaultShares >= LEAST_WRAP && !isDemo(found, vault, shareToken)
      ? [
          offer('buildVaultWrap', {
            why: `The wallet holds ${tokenText(vaultShares, share)}, of which a thousand make one share token.`,
            body,
            bounds: { amount: between('baseUnits', LEAST_WRAP, vaultShares, share) },
          }),
        ]
      : []),
    ...(shares
      ? [
          offer('buildVaultUnwrap', {
            why: `The wallet holds ${tokenText(shares, token)}, each for a thousand vault shares.`,
            body,
            bounds: { amount: between('baseUnits', 1n, shares, token) },
            waits: [tooSoon(exits.lastWrap, exits.wrapDelay, found.asOf.blockNumber)],
          }),
        ]
      : []),
  ]
}

function tooSoon(last: bigint | null, delay: bigint | null, block: string): Wait | null {
  const first = last === null || delay === null ? 0n : last + delay
  return BigInt(block) + 1n < first ? { code: 'withdrawal_too_soon', untilBlock: first } : null
}
