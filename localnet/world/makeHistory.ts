import { maxUint256, parseUnits } from 'viem'
import { type AccountRole, addressOf } from './accounts.ts'
import type { Lane } from './deployLane.ts'
import type { LendpoolParts, LpParts } from './deployStrategies.ts'
import { type Dex, spotPrice, swap } from './dex.ts'
import { artworkUri, jsonUri } from './documents.ts'
import type { Chain, Contract } from './openChain.ts'

/** The contracts that the history involves. */
export type Stage = {
  lane: Lane
  usdc: Contract
  dex: Dex
  pool: Contract
  lending: LendpoolParts & { lendpoolFactory: Contract; lendpoolInfo: Contract }
  liquidity: LpParts & { lpVaultFactory: Contract }
  veToken: Contract
}

const coins = (amount: string) => parseUnits(amount, 18)
const dollars = (amount: string) => parseUnits(amount, 6)
const days = (count: number) => count * 86_400

/** The first days: depositors arrive and wrap their shares, the vault lends, and two lock share tokens. */
export async function openVault(chain: Chain, stage: Stage): Promise<void> {
  const { lane, lending, liquidity, veToken } = stage
  await chain.setTime(chain.genesis + days(1))
  const deposits = { voter: '1000000', bidder: '400000', borrower: '300000', agent: '100000' } as const
  await deposit(chain, lane, 'owner', '2000000')
  for (const role of ['voter', 'bidder', 'borrower', 'agent'] as const) {
    await chain.send('owner', lane.coin, 'transfer', [addressOf(role), coins('1500000')])
    await deposit(chain, lane, role, deposits[role])
  }
  await chain.send('owner', lane.coin, 'transfer', [addressOf('stranger'), coins('500000')])
  await deposit(chain, lane, 'stranger', '50000')

  await chain.setTime(chain.genesis + days(2))
  const wraps = { owner: '300000', voter: '800000', bidder: '300000', borrower: '200000', agent: '50000' } as const
  for (const role of ['owner', 'voter', 'bidder', 'borrower', 'agent'] as const) {
    await chain.send(role, lane.vault, 'approve', [lane.wrapper.address, maxUint256])
    await chain.send(role, lane.wrapper, 'wrap', [coins(wraps[role]) * 1000n])
  }
  for (const role of ['voter', 'borrower'] as const) {
    await chain.send(role, lane.shareToken, 'approve', [veToken.address, maxUint256])
  }

  await chain.setTime(chain.genesis + days(3))
  await chain.send('owner', lane.shareToken, 'setContractURI', [sharePaper(lane, 'A share of the vault.')])
  await postPrice(chain, stage)
  await chain.send('owner', lane.vault, 'addStrategy', [lending.lendpoolStrategy.address, 6000])
  await chain.send('owner', lane.vault, 'addStrategy', [liquidity.lpStrategy.address, 4000])
  await chain.send('owner', lane.vault, 'updateDebt', [lending.lendpoolStrategy.address, coins('1000000')])
  await chain.send('owner', lane.vault, 'updateDebt', [liquidity.lpStrategy.address, coins('600000')])
  await chain.send('admin', lending.lendpoolAuth, 'setMinBucketIndex', [3300])
  await chain.send('admin', lending.innerVault, 'moveFromBuffer', [3372, coins('700000')])

  await chain.setTime(chain.genesis + days(4))
  await chain.send('borrower', veToken, 'lock', [lane.shareToken.address, coins('100000'), days(21)])
}

/** The following weeks: prices move, interest accrues, reports book it, people enter, leave and extend locks. */
export async function liveOn(chain: Chain, stage: Stage): Promise<void> {
  const { lane, usdc, liquidity, veToken } = stage
  await chain.setTime(chain.genesis + days(10))
  await chain.send('voter', veToken, 'lock', [lane.shareToken.address, coins('200000'), days(365)])

  await chain.setTime(chain.genesis + days(12))
  await chain.send('owner', usdc, 'mint', [addressOf('bidder'), dollars('50000')])
  await chain.send('bidder', usdc, 'approve', [stage.dex.router.address, maxUint256])
  await trade(chain, stage, 'buy', dollars('9000'))

  await chain.setTime(chain.genesis + days(14))
  await earnInterest(chain, stage, '20000')
  await chain.send('owner', lane.vault, 'report')

  await chain.setTime(chain.genesis + days(20))
  await chain.send('voter', veToken, 'increaseLock', [coins('100000')])
  await chain.send('owner', liquidity.lpVault, 'rebalance')

  await chain.setTime(chain.genesis + days(25))
  await trade(chain, stage, 'buy', dollars('15000'))
  await chain.send('owner', lane.vault, 'report')

  await chain.setTime(chain.genesis + days(30))
  await chain.send('voter', veToken, 'extendLock', [chain.genesis + days(30 + 2 * 365)])

  await chain.setTime(chain.genesis + days(33))
  await withdraw(chain, lane, 'bidder', '20000')
  await withdraw(chain, lane, 'stranger', '25000')

  await chain.setTime(chain.genesis + days(40))
  await chain.send('owner', lane.vault, 'injectCapital', [coins('1000')])
  await chain.send('bidder', lane.wrapper, 'unwrap', [coins('10000')])

  await chain.setTime(chain.genesis + days(44))
  await trade(chain, stage, 'sell', coins('400000'))
  await earnInterest(chain, stage, '30000')
  await chain.send('owner', lane.vault, 'report')
}

/** The last days, up to a day before `now` (unix seconds). */
export async function arriveAt(
  chain: Chain,
  stage: Stage,
  { sharePool, now }: { sharePool: Contract; now: number },
): Promise<void> {
  const { lane, usdc } = stage
  await chain.setTime(now - days(8))
  const order = { from: 'bidder', tokenIn: usdc.address, tokenOut: lane.shareToken.address } as const
  await chain.send('owner', lane.shareToken, 'setPair', [sharePool.address, true])
  await swap(chain, stage.dex, { ...order, amount: dollars('400') })
  await chain.send('stranger', lane.gaugeController, 'distribute')

  await chain.setTime(now - days(3))
  await earnInterest(chain, stage, '15000')
  await chain.send('owner', lane.vault, 'report')
  await chain.send('owner', lane.shareToken, 'setContractURI', [sharePaper(lane, 'A share of a working vault.')])

  await chain.setTime(now - days(1))
  await trade(chain, stage, 'buy', dollars('2500'))
  await deposit(chain, lane, 'stranger', '10000')
  await chain.send('owner', lane.vault, 'setFlashLoanProtection', [1, coins('5000'), 10])
  await chain.send('borrower', lane.vault, 'queueWithdrawal', [coins('5000') * 1000n, addressOf('borrower')])
}

/** The last price, at `now` (unix seconds). */
export async function endHistory(chain: Chain, stage: Stage, now: number): Promise<void> {
  // In the first seconds of an epoch its votes were at `now` already, and the chain's clock has gone on since.
  if ((await chain.latest()).timestamp < now) await chain.setTime(now)
  await postPrice(chain, stage)
}

async function deposit(chain: Chain, { coin, vault }: Lane, role: AccountRole, amount: string): Promise<void> {
  await chain.send(role, coin, 'approve', [vault.address, maxUint256])
  await chain.send(role, vault, 'deposit', [coins(amount), addressOf(role)])
}

async function withdraw(chain: Chain, { vault }: Lane, role: AccountRole, amount: string): Promise<void> {
  await chain.send(role, vault, 'withdraw', [coins(amount), addressOf(role), addressOf(role)])
}

/** A trade by `bidder` that moves the price, and the matching oracle update. */
async function trade(chain: Chain, stage: Stage, side: 'buy' | 'sell', amount: bigint): Promise<void> {
  const [coin, usd] = [stage.lane.coin, stage.usdc]
  const [tokenIn, tokenOut] = side === 'buy' ? [usd.address, coin.address] : [coin.address, usd.address]
  if (side === 'sell') await chain.send('bidder', coin, 'approve', [stage.dex.router.address, maxUint256])
  await swap(chain, stage.dex, { from: 'bidder', tokenIn, tokenOut, amount })
  await postPrice(chain, stage)
}

async function postPrice(chain: Chain, { lane, pool }: Stage): Promise<void> {
  await chain.send('owner', lane.oracle, 'setPrice', [await spotPrice(chain, pool, lane.coin)])
}

/** Pays the borrowers' interest into the inner vault's buffer. */
async function earnInterest(chain: Chain, { lane, lending }: Stage, amount: string): Promise<void> {
  await chain.send('owner', lane.coin, 'transfer', [await chain.read(lending.innerVault, 'BUFFER'), coins(amount)])
}

/** The share token's ERC-7572 document. */
function sharePaper({ vault }: Lane, description: string): string {
  const [name, symbol] = ['■AURORA', '■AURORA']
  const image = artworkUri('■', '#10131f', '#9fb4ff')
  return jsonUri({ name, symbol, description, image, external_link: `https://aurora.example/vault/${vault.address}` })
}

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
