import { publicActions } from 'viem'
import { describe, expect, it } from 'vitest'
import { chainTime, leaveFreeze, untilMidweek } from '../../build/support.ts'
import { startViemNet } from './startViemNet.ts'
import { useNet } from '../../support/useNet.ts'

const YEAR = 31_536_000n

// No test goes back on the chain: the index of bids would not.
const net = useNet(() => startViemNet())

describe('a wallet with a key', () => {
  it('locks: the approval and then the lock, and reads it as of that block', async () => {
    const wallet = await net.withKey('bidder')
    const durationSec = Number(untilMidweek(await chainTime(net), YEAR))
    const { built, hashes, blockNumber, callsId } = await wallet.lock({ amountDecimal: '1000', durationSec })
    expect(hashes).toHaveLength(2)
    expect(callsId).toBeUndefined()
    const { lock, asOf } = await wallet.getVetokenUser({ address: wallet.account.address })
    expect(lock?.amount).toBe(String(10n ** 21n))
    expect(lock?.end).toBe(built.effectiveEnd)
    expect(BigInt(asOf.blockNumber)).toBeGreaterThanOrEqual(blockNumber)
  })

  it('votes, and takes its votes back', async () => {
    const wallet = await net.withKey('voter')
    const { address } = wallet.account
    await leaveFreeze(net)
    await wallet.vote({ vaults: [net.world.contracts.vault], weights: [1] })
    expect((await wallet.getGaugeUserVotes({ address })).votes).toHaveLength(1)
    await wallet.resetVotes()
    expect((await wallet.getGaugeUserVotes({ address })).votes).toEqual([])
  })

  it('bids with the native currency', async () => {
    const wallet = await net.withKey('bidder')
    const { auction } = net.world.contracts
    const owner = wallet.account.address
    const { minBidPriceQ96 } = await wallet.getAuctionStatus({ address: auction })
    const bid = { auction, maxPriceQ96: String(2n * BigInt(minBidPriceQ96 ?? 0)), amountDecimal: '0.01', owner }
    const { built, hashes } = await wallet.bid(bid)
    expect(built.to).toBe(auction)
    expect(hashes).toHaveLength(1)
    const { bids } = await wallet.listAuctionRecentBids({ address: auction })
    expect(bids.map(({ transactionHash }) => transactionHash)).toContain(hashes[0])
  })

  it('limits the gas of each call above the estimate, which is of an earlier block', async () => {
    const wallet = (await net.withKey('voter')).extend(publicActions)
    const { hashes } = await wallet.increaseLock({ amountDecimal: '1' })
    for (const hash of hashes) {
      const { gas, from, to, input, value, blockNumber } = await wallet.getTransaction({ hash })
      const estimate = await wallet.estimateGas({
        account: from,
        to,
        data: input,
        value,
        blockNumber: (blockNumber ?? 0n) - 1n,
      })
      expect(gas).toBeGreaterThan((estimate * 6n) / 5n)
    }
  })
})
