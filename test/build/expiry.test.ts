import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { Expiry } from '../../schema/expiry.ts'
import { AsOf } from '../../schema/common.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { accountOf, toAnswer } from '../account/support.ts'
import { intoNextEpoch, lockOf, sessionOf, startBuildNet } from './support.ts'
import { prepared, useNet } from '../support/useNet.ts'

const net = useNet(() => startBuildNet({ families: ['account', 'build', 'vetoken', 'market'] }))
const chain = prepared(async () => openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() }))
const voter = prepared(() => sessionOf(net, 'voter'))

const Answered = z.looseObject({ asOf: AsOf.nullable(), expiresAt: Expiry.nullable() })
async function expiryOf(path: string, body: object, headers = voter) {
  const answer = await fetch(`${net.api}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
  const { status, json } = await toAnswer(answer)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  const wrapped = z.object({ data: Answered }).safeParse(json)
  return wrapped.success ? wrapped.data.data : Answered.parse(json)
}
const bid = (over: object) => ({
  maxPriceQ96: String(2n ** 96n),
  amountWei: '1000000',
  owner: accountOf(net, 'voter').address,
  ...over,
})

describe('expiresAt', () => {
  it('of a bid is the end of its auction, or of the allowance at Permit2', async () => {
    const { auction, auctionErc20 } = net.world.contracts
    const endOf = async (address: typeof auction) =>
      String(await chain.read(chain.at('ContinuousClearingAuction', address), 'endBlock'))
    const native = await expiryOf('/v1/build/auction/submitBid', bid({ auction }))
    expect(native.expiresAt).toEqual({ block: await endOf(auction), time: null })
    const paid = await expiryOf(
      '/v1/build/auction/submitBid',
      bid({ auction: auctionErc20 }),
      // The voter has an allowance at Permit2 that lasts.
      await sessionOf(net, 'stranger'),
    )
    expect(paid.expiresAt).toEqual({ block: await endOf(auctionErc20), time: (paid.asOf?.timestamp ?? 0) + 86_400 })
  })

  it('of a lock is its end, or the time from which the end is another one', async () => {
    const { lock } = await lockOf(net, 'voter', 0n)
    for (const [path, body] of [
      ['increase', { amount: '1' }],
      ['unlock', {}],
    ] as const)
      expect((await expiryOf(`/v1/build/vetoken/${path}`, body)).expiresAt).toEqual({
        block: null,
        time: Number(lock.end),
      })
    const durationSec = 31_536_000
    const { asOf, expiresAt } = await expiryOf('/v1/build/vetoken/lock', { amount: '1', durationSec })
    // The chain's weeks begin on Thursdays, as unix time does.
    const week = 604_800
    const jump = (Math.floor(((asOf?.timestamp ?? 0) + durationSec) / week) + 1) * week - durationSec
    expect(expiresAt).toEqual({ block: null, time: jump })
  })

  it('of a swap is its deadline; of a quote and of everything else a stated time', async () => {
    const { usdc: tokenIn, creatorCoin: tokenOut, lendpoolAuth: auth } = net.world.contracts
    const trade = { tokenIn, tokenOut, amount: '1000000' }
    const swap = await expiryOf('/dex/swap', trade)
    expect(swap.expiresAt).toEqual({ block: null, time: swap['deadline'] })
    for (const [path, body, seconds] of [
      ['/dex/quote', trade, 30],
      ['/coin-trend/tradeQuote', { tokenIn, tokenOut, amountIn: '1000000' }, 30],
      ['/dex/checkApproval', { token: tokenIn, amount: '1' }, 300],
      ['/v1/build/lendpool/setMinBucketIndex', { auth, minBucketIndex: '3300' }, 300],
    ] as const) {
      const { asOf, expiresAt } = await expiryOf(path, body)
      expect(expiresAt?.time, path).toBe((asOf?.timestamp ?? 0) + seconds)
      expect(Number(expiresAt?.block)).toBeGreaterThan(Number(asOf?.blockNumber))
    }
  })

  it('of votes is the time from which none is taken, or the end of the epoch', async () => {
    await intoNextEpoch(net)
    const gauge = chain.at('GaugeVoting', net.world.contracts.gaugeVoting)
    const end = Number(await chain.read(gauge, 'epochEndTime', [await chain.read(gauge, 'currentEpoch')]))
    const freeze = Number(await chain.read(gauge, 'VOTE_FREEZE_WINDOW'))
    const vote = await expiryOf('/v1/build/gauge/vote', { vaults: [net.world.contracts.vault], weights: ['1'] })
    expect(vote.expiresAt).toEqual({ block: null, time: end - freeze })
    expect((await expiryOf('/v1/build/gauge/resetVotes', {})).expiresAt).toEqual({ block: null, time: end })
  })
})
