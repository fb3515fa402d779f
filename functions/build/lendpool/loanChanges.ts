import { encodeFunctionData, type Address } from 'viem'
import {
  allowanceChange,
  balanceChange,
  paymentChanges,
  type Change,
  type Expected,
} from '../../../shared/calldata/changes.ts'
import { wordAt } from '../../../shared/abi/wordAt.ts'
import { lendpoolInfoAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import type { drawDebt } from '../../../shared/domain/lendpool/drawDebt.ts'
import { feeOf, toBaseUnits } from '../../../shared/domain/lendpool/loanMath.ts'
import type { repayDebt } from '../../../shared/domain/lendpool/repayDebt.ts'
import type { LendpoolRead } from './readLendpool.ts'

interface Parties {
  readonly pool: Address
  /** The information contract, which reports loans with their interest. */
  readonly info: Address
  readonly from: Address
  readonly borrower: Address
}

/**
 * The most, in WAD, by which a pool rounds up a debt. It counts debts in shares whose value grows with the interest (its inflator), and no
 * inflator reaches a million.
 */
const ROUNDING = 1_000_000n

/** A larger allowance limits no payment. */
const UNLIMITED = 2n ** 128n

const FEE = 'the origination fee follows the interest rate, which the pool may change by a tenth before this call'
const OTHERS =
  'others may repay a part of the debt before this call, and the pool takes no more than the debt with its interest'

/** The changes of a `drawDebt`: the tokens of the sender, and the loan of the borrower. */
export function drawChanges(
  lendpool: LendpoolRead,
  { collateralToPay, effect }: ReturnType<typeof drawDebt>,
  parties: Parties,
): Change[] {
  const { from, pool } = parties
  const { quote, collateral, feeRate, proofs } = lendpool
  const borrowed = effect.quote?.wad ?? 0n
  const spending = { token: collateral, spender: pool, amount: collateralToPay, allowance: collateral.allowance }
  return [
    ...(collateralToPay > 0n ? paymentChanges({ spending, from, provenance: proofs.collateral }) : []),
    ...(borrowed > 0n
      ? [
          balanceChange({
            token: quote,
            address: from,
            expected: toBaseUnits(borrowed, quote.scale),
            provenance: proofs.quote,
          }),
        ]
      : []),
    ...loanChanges(lendpool, parties, {
      debt: borrowed === 0n ? 0n : { least: borrowed, ...mostOwed(borrowed, feeRate), because: FEE },
      collateral: effect.collateral?.wad ?? 0n,
    }),
  ]
}

const mostOwed = (borrowed: bigint, feeRate: bigint | null): { most?: bigint } =>
  feeRate === null ? {} : { most: borrowed + feeOf(borrowed, (feeRate * 11n) / 10n + 1n) + ROUNDING }

/** The changes of a `repayDebt`: what the sender pays and the receiver gets, and the loan of the borrower. */
export function repayChanges(
  lendpool: LendpoolRead,
  { mostToPay, offered, effect }: ReturnType<typeof repayDebt>,
  { receiver, ...parties }: Parties & { readonly receiver: Address },
): Change[] {
  const { from, pool, borrower } = parties
  const { quote, collateral, proofs } = lendpool
  const { allowance } = quote
  const pulled = effect.collateral?.wad ?? 0n
  // A borrower can raise its debt before somebody else repays it: only the offer, and an allowance that there already is,
  // bound what the pool then takes.
  const isBounded = borrower === from || allowance === null || allowance < mostToPay
  const most = isBounded || allowance === null ? mostToPay : least(toBaseUnits(offered, quote.scale), allowance)
  const repaid = (unit: bigint): Expected => ({
    ...(most < UNLIMITED ? { least: -most * unit } : {}),
    most: -1n,
    because: OTHERS,
  })
  const spending = { token: quote, spender: pool, amount: most, allowance }
  return [
    ...(most > 0n
      ? [
          balanceChange({ token: quote, address: from, expected: repaid(1n), provenance: proofs.quote }),
          allowanceChange({ spending, from, takes: { least: 1n, because: OTHERS }, provenance: proofs.quote }),
        ]
      : []),
    ...(pulled > 0n
      ? [
          balanceChange({
            token: collateral,
            address: receiver,
            expected: toBaseUnits(pulled, collateral.scale),
            provenance: proofs.collateral,
          }),
        ]
      : []),
    ...loanChanges(lendpool, parties, {
      debt: most > 0n ? repaid(quote.scale) : 0n,
      collateral: -pulled,
    }),
  ]
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The changes of the loan, in WAD. They contain no interest, because no time passes during the calls. */
function loanChanges(
  { quote, collateral, provenance }: LendpoolRead,
  { pool, info, borrower }: Parties,
  expected: { readonly debt: Expected; readonly collateral: Expected },
): Change[] {
  const view = {
    to: info,
    data: encodeFunctionData({ abi: lendpoolInfoAbi, functionName: 'borrowerInfo', args: [pool, borrower] }),
  }
  const known = { address: borrower, contract: pool, view, provenance }
  return [
    { ...known, kind: 'debt', token: { symbol: quote.symbol, decimals: 18 }, expected: expected.debt },
    {
      ...known,
      kind: 'collateral',
      token: { symbol: collateral.symbol, decimals: 18 },
      amountIn: (returned) => wordAt(returned, 1),
      expected: expected.collateral,
    },
  ]
}
