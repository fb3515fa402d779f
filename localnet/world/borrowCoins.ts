import { maxUint256, parseUnits } from 'viem'
import { addressOf } from './accounts.ts'
import type { Stage } from './makeHistory.ts'
import type { Chain } from './openChain.ts'

const coins = (amount: string) => parseUnits(amount, 18)
const dollars = (amount: string) => parseUnits(amount, 6)
const days = (count: number) => count * 86_400

/**
 * Uses the lending pool: `owner` lends above and `agent` below the inner vault's price, `borrower` and the liquidity
 * strategy pledge dollars and borrow coins, and part of both debts is repaid. The pool takes WAD of any token.
 */
export async function borrowCoins(chain: Chain, { lane, usdc, lending, liquidity }: Stage): Promise<void> {
  const { lendpool } = lending
  const { lpStrategy } = liquidity
  await chain.setTime(chain.genesis + days(45))
  for (const [lender, amount, bucket] of [
    ['owner', '50000', 3330],
    ['agent', '20000', 3400],
  ] as const) {
    await chain.send(lender, lane.coin, 'approve', [lendpool.address, maxUint256])
    const expiry = chain.genesis + days(46)
    await chain.send(lender, lendpool, 'addQuoteToken', [coins(amount), bucket, expiry])
  }

  await chain.send('owner', usdc, 'mint', [addressOf('borrower'), dollars('6000')])
  for (const token of [usdc, lane.coin]) await chain.send('borrower', token, 'approve', [lendpool.address, maxUint256])
  const borrower = addressOf('borrower')
  await chain.send('borrower', lendpool, 'drawDebt', [borrower, coins('120000'), 3400, coins('5000')])

  await chain.send('owner', lpStrategy, 'setAjnaPool', [lendpool.address])
  await chain.send('owner', lpStrategy, 'setAjnaParameters', [true, coins('100000'), 12_500])
  await chain.send('owner', usdc, 'mint', [lpStrategy.address, dollars('1500')])
  await chain.send('owner', lpStrategy, 'borrowFromAjna', [dollars('1200'), coins('20000'), 3400])

  await chain.setTime(chain.genesis + days(51))
  await chain.send('borrower', lendpool, 'repayDebt', [borrower, coins('15000'), coins('250'), borrower, 3400])
  await chain.send('owner', lpStrategy, 'repayToAjna', [coins('2500'), 0, 3400])
}
