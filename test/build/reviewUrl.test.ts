import { expect, test } from 'vitest'
import { accountOf } from '../account/support.ts'
import { prepared, useNet } from '../support/useNet.ts'
import { build, builtOf, sessionOf, startBuildNet } from './support.ts'

const net = useNet(() => startBuildNet())
const headers = prepared(() => sessionOf(net, 'bidder'))
const LOCK = { amount: '1000000000000000000', durationSec: '31536000' }

/** The operation and the arguments of a review's address. */
function partsOf(url: string | null) {
  const { origin, pathname, search, hash } = new URL(url ?? '')
  const [operationId, args = ''] = hash.slice(1).split(':')
  return { at: [origin, pathname, search], operationId, args: JSON.parse(Buffer.from(args, 'base64url').toString()) }
}

test('a builder answers the address of a review with its arguments and its sender, and no credential', async () => {
  const { reviewUrl } = builtOf(await build(net.api, 'vetoken/lock', headers, LOCK))
  const from = accountOf(net, 'bidder').address
  const { origin } = new URL(net.api)
  expect(partsOf(reviewUrl)).toEqual({
    at: [origin, '/review', ''],
    operationId: 'buildVetokenLock',
    args: { ...LOCK, from },
  })
  expect(reviewUrl).not.toContain(headers['authorization']?.slice('Bearer '.length))
})

test('the sender of a review is the one that the request names', async () => {
  const from = accountOf(net, 'voter').address
  const { reviewUrl } = builtOf(await build(net.api, 'vetoken/lock', headers, { ...LOCK, from }))
  expect(partsOf(reviewUrl).args).toEqual({ ...LOCK, from })
})

test('arguments that do not fit into the address have none', async () => {
  const bid = { auction: net.world.contracts.auction, maxPriceQ96: String(2n ** 120n), amountDecimal: '0.01' }
  const owner = accountOf(net, 'bidder').address
  const urlWith = async (bytes: number) =>
    builtOf(await build(net.api, 'auction/submitBid', headers, { ...bid, owner, hookData: `0x${'ab'.repeat(bytes)}` }))
      .reviewUrl
  expect((await urlWith(500))?.length).toBeLessThanOrEqual(2000)
  expect(await urlWith(800)).toBeNull()
})
