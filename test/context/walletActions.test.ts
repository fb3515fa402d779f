import { describe, expect, it } from 'vitest'
import { accountRoles, type AccountRole } from '../../localnet/world/accounts.ts'
import { accountOf } from '../account/support.ts'
import { build, builtOf, type Built, leaveFreeze, sendAll, sessionOf, setTime } from '../build/support.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { type Action, startContextNet, type Wallet, walletNow } from './support.ts'
import { prepared, useNet } from '../support/useNet.ts'

const DAY = 86_400
/** Random steps of history; after each step some wallets are read. */
const STEPS = soak(3, 60)

const random = seeded('wallet actions')

const world = useNet(() => startContextNet({ families: ['account', 'build', 'context', 'lottery'], blockTimeMs: 200 }))
const headers = prepared(() => sessionOf(world.net, 'stranger'))

const pathOf = ({ path }: Action) => path.replace('/v1/build/', '')

const ask = async (action: Action, body: object): Promise<Built> =>
  builtOf(await build(world.net.api, pathOf(action), headers, body))

/** The body with the most that its bounds allow. */
const atMost = ({ body, bounds }: Action) => ({
  ...body,
  ...Object.fromEntries(Object.entries(bounds).flatMap(([field, { max }]) => (max === null ? [] : [[field, max]]))),
})

/** The body with a value between its bounds; `max` counts as one of them. */
const between = ({ body, bounds }: Action) => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(bounds).map(([field, { min, max }]) => {
      if (max === null || max === 'max') return [field, min]
      const [low, high] = [BigInt(min), BigInt(max)]
      const part = BigInt(Math.floor(random.fraction() * 1_000_000))
      return [field, String(low + ((high - low) * part) / 1_000_000n)]
    }),
  ),
})

const summary = (role: AccountRole, action: Action, { issues, simulation }: Built) => ({
  role,
  operation: action.operationId,
  issues: issues.map(({ code, message }) => `${code}: ${message}`),
  simulation: simulation.status,
})

/** Everything that is offered to a wallet as possible builds and simulates, with the least and the most that it allows. */
async function expectAllToWork(role: AccountRole): Promise<Wallet> {
  const wallet = await walletNow(world.net, role)
  for (const action of wallet.actions.filter(({ possible }) => possible))
    for (const body of Object.keys(action.bounds).length > 0 ? [action.body, atMost(action)] : [action.body])
      expect(summary(role, action, await ask(action, body))).toEqual({
        role,
        operation: action.operationId,
        issues: [],
        simulation: 'ok',
      })
  return wallet
}

const actionOf = (wallet: Wallet, operationId: string): Action => {
  const found = wallet.actions.find((action) => action.operationId === operationId)
  if (!found) throw new Error(`${operationId} is not offered: ${wallet.actions.map((one) => one.operationId).join()}`)
  return found
}

/** Builds an action, and has its calls mined as they are. */
async function carryOut(role: AccountRole, action: Action, body: object = action.body): Promise<void> {
  const sent = await sendAll(world.net, role, await ask(action, body))
  expect(sent.map(({ status }) => status)).not.toContain('reverted')
}

describe('nothing is offered that a builder refuses as a vault which has not launched', () => {
  const contracts = () => world.net.world.contracts
  it.each([
    ['a vault', () => [contracts().vault]],
    ['each vault', () => [contracts().vault, contracts().vault2]],
    [
      'what leads there',
      () => {
        const { auction, lendpool, lendpoolStrategy, lendpoolAuth, lpStrategy, lpStrategyFirst } = contracts()
        return [auction, lendpool, lendpoolStrategy, lendpoolAuth, lpStrategy, lpStrategyFirst]
      },
    ],
    ['a wallet itself', () => [accountOf(world.net, 'bidder').address, accountOf(world.net, 'borrower').address]],
  ])('where %s has not', async (_, demoVaults) => {
    const config: object = JSON.parse(world.net.variables['CHAIN_CONFIG'] ?? '{}')
    const CHAIN_CONFIG = JSON.stringify({ ...config, demoVaults: demoVaults() })
    await world.net.withVariables({ CHAIN_CONFIG }, async () => {
      let built = 0
      for (const role of accountRoles)
        for (const action of (await walletNow(world.net, role)).actions) {
          const answer = await build(world.net.api, pathOf(action), headers, action.body)
          expect([action.operationId, answer.status, answer.code]).toEqual([action.operationId, 200, null])
          built++
        }
      expect(built).toBeGreaterThan(5)
    })
  })
})

describe('what is offered works', () => {
  it.each(accountRoles)('for %s, as the world begins', async (role) => {
    await expectAllToWork(role)
  })

  it('and changes what the wallet can do: an ended lock is withdrawn, and can be created again', async () => {
    const before = await walletNow(world.net, 'borrower')
    expect(before.lock).toMatchObject({ ended: true })
    await carryOut('borrower', actionOf(before, 'buildVetokenUnlock'))
    const after = await walletNow(world.net, 'borrower')
    expect(after.lock).toMatchObject({ amount: '0', ended: false })
    expect(after.actions.map(({ operationId }) => operationId)).not.toContain('buildVetokenUnlock')
    const lock = actionOf(after, 'buildVetokenLock')
    await carryOut('borrower', lock, { ...lock.body, amount: '5000' })
    const { lock: locked, actions } = await walletNow(world.net, 'borrower')
    expect(locked).toMatchObject({ amount: '5000', ended: false })
    const wait = actions.find(({ operationId }) => operationId === 'buildVetokenUnlock')
    expect(wait).toMatchObject({ possible: false, waitsFor: { code: 'lock_not_expired', until: locked?.end } })
    expect(actions.find(({ operationId }) => operationId === 'buildGaugeVote')).toMatchObject({ possible: false })
  })

  it('a bid shows among the bids, and a repaid loan is gone from what is owed', async () => {
    const bidder = await walletNow(world.net, 'bidder')
    const bid = actionOf(bidder, 'buildAuctionSubmitBid')
    // The decimal form of a bound is the same tick.
    const { maxPriceQ96, ...body } = bid.body
    const maxPrice = bid.bounds['maxPriceQ96']?.price?.min
    await carryOut('bidder', bid, { ...body, maxPrice, amountWei: '1000000' })
    const { bids } = await walletNow(world.net, 'bidder')
    expect(bids?.length).toBe((bidder.bids?.length ?? 0) + 1)
    expect(bids?.[0]).toMatchObject({
      auction: bid.body['auction'],
      state: 'active',
      maxPriceQ96,
      budget: { amount: '1000000' },
    })

    const borrower = await walletNow(world.net, 'borrower')
    expect(borrower.loans).toHaveLength(1)
    const repay = actionOf(borrower, 'buildLendpoolRepay')
    await carryOut('borrower', repay, atMost(repay))
    const [loan] = (await walletNow(world.net, 'borrower')).loans ?? []
    expect(loan).toMatchObject({ debtWad: '0' })
    expect(BigInt(loan?.collateralWad ?? 0)).toBeGreaterThan(0n)
  })

  it('votes are cast, withdrawn and cast again', async () => {
    await leaveFreeze(world.net)
    await carryOut('voter', actionOf(await walletNow(world.net, 'voter'), 'buildGaugeVote'))
    const before = await walletNow(world.net, 'voter')
    expect(before.votes?.hasVoted).toBe(true)
    await carryOut('voter', actionOf(before, 'buildGaugeResetVotes'))
    const after = await walletNow(world.net, 'voter')
    expect(after.votes).toMatchObject({ hasVoted: false, votes: [] })
    const vote = actionOf(after, 'buildGaugeVote')
    await carryOut('voter', vote)
    const { votes } = await walletNow(world.net, 'voter')
    expect(votes?.votes.map(({ vault }) => vault)).toEqual(vote.body['vaults'])
  })
})

describe('what waits', () => {
  it('says until when, and is possible from then on', async () => {
    const { votes } = await walletNow(world.net, 'voter')
    // The last hour of the epoch.
    await setTime(world.net, (votes?.epochEnd ?? 0) - 1800)
    const frozen = actionOf(await walletNow(world.net, 'voter'), 'buildGaugeVote')
    expect(frozen).toMatchObject({ possible: false, waitsFor: { code: 'vote_frozen', until: votes?.epochEnd } })
    await setTime(world.net, (frozen.waitsFor?.until ?? 0) + 1)
    const open = await expectAllToWork('voter')
    expect(actionOf(open, 'buildGaugeVote').possible).toBe(true)

    const unlock = actionOf(open, 'buildVetokenUnlock')
    expect(unlock.possible).toBe(false)
    await setTime(world.net, (unlock.waitsFor?.until ?? 0) + 1)
    expect(actionOf(await expectAllToWork('voter'), 'buildVetokenUnlock').possible).toBe(true)
  })
})

describe('through any history', () => {
  it(`of ${STEPS} random steps, everything that is offered works`, async () => {
    for (let step = 0; step < STEPS; step++) {
      const [actor = 'voter', other = 'owner'] = random.shuffled(accountRoles)
      const now = (await walletNow(world.net, actor)).asOf.timestamp
      await setTime(world.net, now + 1 + random.below(random.below(2) === 0 ? DAY : 200 * DAY))
      const [action] = random.shuffled((await walletNow(world.net, actor)).actions.filter(({ possible }) => possible))
      if (action) await carryOut(actor, action, between(action))
      await expectAllToWork(actor)
      await expectAllToWork(other)
    }
  })
})
