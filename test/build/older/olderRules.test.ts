import { zeroAddress, type Address } from 'viem'
import { beforeAll, describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import type { BuildContext } from '../../../functions/build/context.ts'
import { buildAuctionClaimTokens } from '../../../functions/build/auction/settle/buildAuctionClaimTokens.ts'
import { buildAuctionExitBid } from '../../../functions/build/auction/settle/buildAuctionExitBid.ts'
import { buildAuctionSubmitBid } from '../../../functions/build/auction/buildAuctionSubmitBid.ts'
import { buildGaugeResetVotes } from '../../../functions/build/gauge/buildGaugeResetVotes.ts'
import { buildGaugeVote } from '../../../functions/build/gauge/buildGaugeVote.ts'
import { buildLendpoolAddCollateral } from '../../../functions/build/lendpool/buildLendpoolAddCollateral.ts'
import { buildLendpoolBorrow } from '../../../functions/build/lendpool/buildLendpoolBorrow.ts'
import { buildLendpoolRemoveCollateral } from '../../../functions/build/lendpool/buildLendpoolRemoveCollateral.ts'
import { buildLendpoolRepay } from '../../../functions/build/lendpool/buildLendpoolRepay.ts'
import { buildLendpoolSetIdleBufferBps } from '../../../functions/build/lendpool/buildLendpoolSetIdleBufferBps.ts'
import { buildLendpoolSetMinBucketIndex } from '../../../functions/build/lendpool/buildLendpoolSetMinBucketIndex.ts'
import { buildLpInitializeApprovals } from '../../../functions/build/lpstrat/buildLpInitializeApprovals.ts'
import { buildLpOwnerEmergencyWithdraw } from '../../../functions/build/lpstrat/buildLpOwnerEmergencyWithdraw.ts'
import { buildLpOwnerEmergencyWithdrawFromLp } from '../../../functions/build/lpstrat/buildLpOwnerEmergencyWithdrawFromLp.ts'
import { buildLpRebalance } from '../../../functions/build/lpstrat/buildLpRebalance.ts'
import { buildLpSetActive } from '../../../functions/build/lpstrat/buildLpSetActive.ts'
import { buildLpSetAutoFeeTier } from '../../../functions/build/lpstrat/buildLpSetAutoFeeTier.ts'
import { buildLpSetDexFactory } from '../../../functions/build/lpstrat/buildLpSetDexFactory.ts'
import { buildLpSetParameters } from '../../../functions/build/lpstrat/buildLpSetParameters.ts'
import { buildLpSetSwapPool } from '../../../functions/build/lpstrat/buildLpSetSwapPool.ts'
import { buildLpSetVault } from '../../../functions/build/lpstrat/buildLpSetVault.ts'
import { buildLpVaultRebalance } from '../../../functions/build/lpstrat/buildLpVaultRebalance.ts'
import { buildLpVaultSetStrategy } from '../../../functions/build/lpstrat/buildLpVaultSetStrategy.ts'
import { buildVaultClaimQueuedWithdrawal } from '../../../functions/build/vault/buildVaultClaimQueuedWithdrawal.ts'
import { buildVaultDeposit } from '../../../functions/build/vault/buildVaultDeposit.ts'
import { buildVaultQueueWithdrawal } from '../../../functions/build/vault/buildVaultQueueWithdrawal.ts'
import { buildVaultRedeem } from '../../../functions/build/vault/buildVaultRedeem.ts'
import { buildVaultUnwrap } from '../../../functions/build/vault/buildVaultUnwrap.ts'
import { buildVaultWithdraw } from '../../../functions/build/vault/buildVaultWithdraw.ts'
import { buildVaultWrap } from '../../../functions/build/vault/buildVaultWrap.ts'
import { buildVetokenExtend } from '../../../functions/build/vetoken/buildVetokenExtend.ts'
import { buildVetokenIncrease } from '../../../functions/build/vetoken/buildVetokenIncrease.ts'
import { buildVetokenLock } from '../../../functions/build/vetoken/buildVetokenLock.ts'
import { buildVetokenUnlock } from '../../../functions/build/vetoken/buildVetokenUnlock.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain, type Chain } from '../../../localnet/world/openChain.ts'
import { builders } from '../../../schema/build/index.ts'
import { UnsignedCalldata } from '../../../schema/calldata.ts'
import type { ISSUES } from '../../../schema/issues.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import type { BytesAnswer, JsonAnswer } from '../../../shared/http/handler.ts'
import { WEEK } from '../../../shared/domain/vetoken/weekFlooring.ts'
import { ask } from '../../support/ask.ts'
import { contextOver, given, SENDER, toData } from '../properties.ts'
import { untilMidweek } from '../support.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

let chain: Chain
let context: BuildContext
let contracts: Record<string, Address>
const older: Record<string, Address> = {}
const at = (name: string): Address => older[name] ?? zeroAddress

const { anvil, world } = useBorrowedWorld()
beforeAll(async () => {
  const compiled = await compileSolidity({ sources: ['test/build/older/OlderContracts.sol'] })
  chain = await openChain({ rpcUrl: anvil.url, artifacts: { ...(await loadArtifacts()), ...compiled } })
  const deployed = world.contracts
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    older[name] = (await chain.deploy(name, args)).address
  }
  await deploy('OlderEscrow', [deployed.creatorCoin])
  await deploy('OlderGauge', [at('OlderEscrow')])
  await deploy('OlderLpVault', [deployed.creatorCoin, deployed.creatorCoin2])
  await deploy('OlderLpVaultFactory')
  await deploy('OlderStrategy', [
    deployed.wallet,
    deployed.vault,
    deployed.creatorCoin,
    deployed.usdc,
    at('OlderLpVault'),
  ])
  await deploy('OlderAuction', [deployed.creatorCoin, Number((await chain.latest()).number)])
  await deploy('OlderLendingPool', [deployed.usdc, deployed.creatorCoin])
  await deploy('OlderLendingRules')
  await deploy('OlderVault', [deployed.creatorCoin])
  const roles = { ...deployed, veToken: at('OlderEscrow'), gaugeVoting: at('OlderGauge') }
  const pool = at('OlderLendingPool')
  const configured = {
    auction: at('OlderAuction'),
    lendpool: pool,
    lendpoolAuth: at('OlderLendingRules'),
    lendpoolStrategy: at('OlderLendingRules'),
    lpStrategy: at('OlderStrategy'),
    vault: at('OlderVault'),
  }
  contracts = {
    ...roles,
    ...configured,
    lpVaultFactory: at('OlderLpVaultFactory'),
    lendpoolFactory: pool,
    lendpoolInfo: pool,
  }
  context = contextOver({ urls: [anvil.url], contracts })
  await chain.send('owner', chain.at('CreatorCoin', deployed.creatorCoin), 'transfer', [SENDER, 10n ** 20n])
})

interface Case {
  readonly id: keyof typeof builders
  /** Issues that our rules report. */
  readonly refuted: readonly (keyof typeof ISSUES)[]
  readonly built: () => Promise<JsonAnswer<unknown> | BytesAnswer>
}

const pool = () => ({ pool: at('OlderLendingPool'), borrower: world.contracts.wallet })
const shares = () => ({ vault: at('OlderVault'), amount: 1000n })
const strategy = () => ({ strategy: at('OlderStrategy') })
const day = 86_400n

/** In the order in which they are sent. */
const CASES: readonly Case[] = [
  {
    id: 'buildVetokenLock',
    refuted: [],
    built: () => buildVetokenLock(given({ amount: 10n ** 18n, durationSec: 8n * day }), context),
  },
  {
    id: 'buildVetokenLock',
    refuted: ['already_locked'],
    built: () => buildVetokenLock(given({ amount: 10n ** 18n, durationSec: 8n * day + 5n }), context),
  },
  {
    id: 'buildVetokenIncrease',
    refuted: [],
    built: () => buildVetokenIncrease(given({ amount: 10n ** 18n }), context),
  },
  {
    id: 'buildGaugeVote',
    refuted: ['vote_frozen', 'lock_too_recent', 'vault_not_eligible'],
    built: () => buildGaugeVote(given({ vaults: [world.contracts.vault], weights: [5n], claim: 'needed' }), context),
  },
  { id: 'buildGaugeResetVotes', refuted: [], built: () => buildGaugeResetVotes(given({}), context) },
  {
    id: 'buildVetokenExtend',
    refuted: ['end_not_later'],
    built: async () => buildVetokenExtend(given({ newEnd: (await now()) + 1000n }), context),
  },
  { id: 'buildVetokenUnlock', refuted: ['lock_not_expired'], built: () => buildVetokenUnlock(given({}), context) },
  { id: 'buildVetokenUnlock', refuted: ['no_lock'], built: () => buildVetokenUnlock(given({}), context) },
  {
    id: 'buildAuctionSubmitBid',
    refuted: ['auction_over'],
    built: () =>
      buildAuctionSubmitBid(
        given({
          auction: at('OlderAuction'),
          maxPriceQ96: 1n << 90n,
          amountWei: 5n,
          owner: SENDER,
          rounding: 'down',
          prevTickPriceQ96: (1n << 80n) + 1n,
        }),
        context,
      ),
  },
  {
    id: 'buildAuctionExitBid',
    refuted: ['bid_already_exited'],
    built: () => buildAuctionExitBid(given({ auction: at('OlderAuction'), bidId: 0n }), context),
  },
  {
    id: 'buildAuctionClaimTokens',
    refuted: ['claim_not_open', 'auction_not_graduated'],
    built: () => buildAuctionClaimTokens(given({ auction: at('OlderAuction'), bidIds: [0n] }), context),
  },
  {
    id: 'buildLendpoolBorrow',
    refuted: [
      'insufficient_liquidity',
      'loan_in_auction',
      'borrower_not_sender',
      'debt_below_minimum',
      'limit_price_exceeded',
      'under_collateralized',
    ],
    built: () => buildLendpoolBorrow(given({ ...pool(), amountToBorrow: 10n ** 18n, limitIndex: 10n }), context),
  },
  {
    id: 'buildLendpoolRepay',
    refuted: ['loan_in_auction', 'no_debt'],
    built: () => buildLendpoolRepay(given({ ...pool(), maxQuoteTokenAmountToRepay: 10n ** 18n }), context),
  },
  {
    id: 'buildLendpoolAddCollateral',
    refuted: ['loan_in_auction', 'insufficient_balance'],
    built: () => buildLendpoolAddCollateral(given({ ...pool(), collateralToPledge: 10n ** 30n }), context),
  },
  {
    id: 'buildLendpoolRemoveCollateral',
    refuted: ['loan_in_auction', 'borrower_not_sender', 'insufficient_collateral', 'limit_price_exceeded'],
    built: () =>
      buildLendpoolRemoveCollateral(given({ ...pool(), collateralAmountToPull: 10n ** 18n, limitIndex: 10n }), context),
  },
  {
    id: 'buildLendpoolSetMinBucketIndex',
    refuted: ['not_admin'],
    built: () => buildLendpoolSetMinBucketIndex(given({ auth: at('OlderLendingRules'), minBucketIndex: 5n }), context),
  },
  {
    id: 'buildLendpoolSetIdleBufferBps',
    refuted: ['not_owner'],
    built: () =>
      buildLendpoolSetIdleBufferBps(given({ strategy: at('OlderLendingRules'), idleBufferBps: 5n }), context),
  },
  {
    id: 'buildLpSetVault',
    refuted: ['not_owner', 'lp_shares_outstanding', 'invalid_lp_vault'],
    built: () => buildLpSetVault(given({ ...strategy(), lpVault: at('OlderLpVault') }), context),
  },
  {
    id: 'buildLpSetSwapPool',
    refuted: ['not_owner', 'invalid_swap_pool'],
    built: () => buildLpSetSwapPool(given({ ...strategy(), swapPool: world.contracts.sharePool }), context),
  },
  {
    id: 'buildLpSetDexFactory',
    refuted: ['not_owner', 'function_not_in_contract'],
    built: () => buildLpSetDexFactory(given({ ...strategy(), dexFactory: world.contracts.dexFactory }), context),
  },
  {
    id: 'buildLpSetAutoFeeTier',
    refuted: ['not_owner', 'function_not_in_contract'],
    built: () => buildLpSetAutoFeeTier(given({ ...strategy(), autoFeeTier: true }), context),
  },
  {
    id: 'buildLpSetParameters',
    refuted: ['not_owner'],
    built: () => buildLpSetParameters(given({ ...strategy(), swapSlippageBps: 2000n }), context),
  },
  {
    id: 'buildLpSetActive',
    refuted: ['not_owner'],
    built: () => buildLpSetActive(given({ ...strategy(), active: true }), context),
  },
  {
    id: 'buildLpInitializeApprovals',
    refuted: ['not_owner', 'function_not_in_contract'],
    built: () => buildLpInitializeApprovals(given(strategy()), context),
  },
  {
    id: 'buildLpRebalance',
    refuted: [
      'not_owner',
      'function_not_in_contract',
      'valuation_unavailable',
      'rebalance_too_early',
      'not_rebalance_delegate',
    ],
    built: () => buildLpRebalance(given(strategy()), context),
  },
  {
    id: 'buildLpOwnerEmergencyWithdraw',
    refuted: ['not_owner', 'strategy_active', 'strategy_balance_too_low'],
    built: () =>
      buildLpOwnerEmergencyWithdraw(
        given({ ...strategy(), token: world.contracts.usdc, to: world.contracts.vault, amount: 10n ** 30n }),
        context,
      ),
  },
  {
    id: 'buildLpOwnerEmergencyWithdrawFromLp',
    refuted: ['not_owner', 'function_not_in_contract'],
    built: () => buildLpOwnerEmergencyWithdrawFromLp(given(strategy()), context),
  },
  {
    id: 'buildLpVaultRebalance',
    refuted: ['rebalance_too_early', 'not_rebalance_delegate'],
    built: () => buildLpVaultRebalance(given({ vault: at('OlderLpVault') }), context),
  },
  {
    id: 'buildLpVaultSetStrategy',
    refuted: ['not_manager'],
    built: () =>
      buildLpVaultSetStrategy(given({ vault: at('OlderLpVault'), ...strategy(), mode: 'delegate' }), context),
  },
  {
    id: 'buildVaultDeposit',
    refuted: ['vault_paused', 'vault_shut_down', 'not_whitelisted', 'vault_not_normal'],
    built: () => buildVaultDeposit(given(shares()), context),
  },
  {
    id: 'buildVaultWithdraw',
    refuted: ['vault_not_normal', 'vault_paused', 'withdrawal_too_soon', 'withdrawal_must_be_queued'],
    built: () => buildVaultWithdraw(given(shares()), context),
  },
  {
    id: 'buildVaultRedeem',
    refuted: ['vault_not_normal', 'vault_paused', 'withdrawal_too_soon', 'withdrawal_must_be_queued'],
    built: () => buildVaultRedeem(given(shares()), context),
  },
  {
    id: 'buildVaultQueueWithdrawal',
    refuted: ['withdrawal_too_soon', 'queue_receiver_differs'],
    built: () => buildVaultQueueWithdrawal(given(shares()), context),
  },
  {
    id: 'buildVaultWrap',
    refuted: [],
    built: () => buildVaultWrap(given(shares()), context),
  },
  {
    id: 'buildVaultUnwrap',
    refuted: ['withdrawal_too_soon'],
    built: () => buildVaultUnwrap(given(shares()), context),
  },
  {
    id: 'buildVaultClaimQueuedWithdrawal',
    refuted: ['vault_not_normal', 'withdrawal_not_unlocked'],
    built: () => buildVaultClaimQueuedWithdrawal(given({ vault: at('OlderVault') }), context),
  },
]

const now = async (): Promise<bigint> => (await chain.latest()).timestamp

const Lock = UnsignedCalldata.extend({ effectiveEnd: z.string().nullish(), votingPower: z.string().nullish() })

/** A new second writes more slots than the one in which the node estimates. */
const GAS = '0x4c4b40'

/** Has the node send what was built, unchanged; every call of it succeeds. */
async function send({ calls }: z.output<typeof UnsignedCalldata>): Promise<void> {
  for (const { to, data, value } of calls.calls) {
    const receipt = await ask(anvil.url, 'eth_sendTransactionSync', {
      from: calls.from,
      to,
      data,
      value,
      gas: GAS,
    })
    expect(receipt).toMatchObject({ status: '0x1' })
  }
}

/** The issues besides that of contracts which accept a call and move less than those of today. */
const predictedIn = ({ issues }: { readonly issues: readonly { readonly code: string }[] }) =>
  issues.filter(({ code }) => code !== 'unexpected_effect')

test('every builder is among these', () => {
  expect([...new Set(CASES.map(({ id }) => id))].sort()).toEqual(Object.keys(builders).sort())
})

describe('contracts with the functions of today and other rules', () => {
  it.each(CASES)('$id is built, $refuted are warnings, and what is sent succeeds', async ({ refuted, built }) => {
    const answer = Lock.parse(toData(await built()))
    expect(answer.simulation.status).toBe('ok')
    expect(predictedIn(answer)).toEqual([])
    const warned = answer.warnings.flatMap((text) => /^([a-z_]+): .*simulation succeeds anyway/.exec(text)?.[1] ?? [])
    expect(warned).toEqual(refuted)
    expect(answer.warnings.filter((text) => / reverts with /.test(text))).toEqual([])
    await send(answer)
  })
})

describe('an escrow that does not round', () => {
  it('is seen in what its lock returns: the end is to the second, and so is the power', async () => {
    const answer = Lock.parse(
      toData(
        await buildVetokenLock(
          given({ amount: 10n ** 18n, durationSec: untilMidweek(await now(), 100n * day) }),
          context,
        ),
      ),
    )
    const clock = await now()
    const end = clock + untilMidweek(clock, 100n * day)
    expect(BigInt(answer.effectiveEnd ?? 0)).toBe(end)
    expect(answer.warnings.join()).not.toContain('a week later')
    await send(answer)
    const lock = z
      .object({ end: z.bigint() })
      .parse(await chain.read(chain.at('OlderEscrow', at('OlderEscrow')), 'getLock', [SENDER]))
    expect(lock.end % WEEK).not.toBe(0n)
    expect(lock.end - end).toBeLessThan(60n)
  })

  it('is seen in a lock that it holds: an extension is to the second', async () => {
    const clock = await now()
    const newEnd = clock + untilMidweek(clock, 200n * day)
    const answer = Lock.parse(toData(await buildVetokenExtend(given({ newEnd }), context)))
    expect(answer.effectiveEnd).toBe(String(newEnd))
    expect(predictedIn(answer)).toEqual([])
    expect(answer.description).not.toContain('rounded')
  })
})

describe('an auction that keeps no list of prices', () => {
  const bid = async (maxPriceQ96: bigint, prevTickPriceQ96?: bigint) => {
    const { address } = await chain.deploy('OlderAuction', [world.contracts.creatorCoin, 10n ** 9n])
    const terms = { amountWei: 5n, owner: SENDER, rounding: 'down' } as const
    const body = { ...terms, auction: address, maxPriceQ96, ...(prevTickPriceQ96 ? { prevTickPriceQ96 } : {}) }
    const named = contextOver({ urls: [anvil.url], contracts: { ...contracts, auction: address } })
    return toData(await buildAuctionSubmitBid(given(body), named))
  }
  const known = ['A bid cannot be withdrawn before it is outbid or the auction ends.']

  it('has the floor before a first bid, found or given, and nothing is said against it', async () => {
    for (const hint of [undefined, 1n << 80n]) {
      const answer = await bid((1n << 81n) + (1n << 71n), hint)
      expect(answer).toMatchObject({ warnings: known, simulation: { status: 'ok' } })
      expect(predictedIn(answer)).toEqual([])
      expect(answer.prevTickPriceQ96).toBe(String(1n << 80n))
    }
  })

  it('accepts calls that other builders refuse, without an issue', async () => {
    const answer = await bid(1n << 90n, (1n << 80n) + 1n)
    expect(answer.simulation.status).toBe('ok')
    expect(predictedIn(answer)).toEqual([])
    expect(answer.warnings.map((text) => text.split(':')[0])).toEqual(['price_too_high', 'invalid_tick_hint', ...known])
  })
})

describe('a gauge without a utility contract', () => {
  it('counts all power of the lock, and nothing is claimed before', async () => {
    const claim: 'needed' | 'all' | 'none' = 'all'
    const body = given({ vaults: [world.contracts.vault], weights: [5n], claim })
    const answer = toData(await buildGaugeVote(body, context))
    expect(answer.approvals).toEqual([])
    expect(answer.warnings.join()).not.toMatch(/utility|claim/i)
    expect(answer.simulation.status).toBe('ok')
    expect(predictedIn(answer)).toEqual([])
  })
})
