import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { zeroAddress } from 'viem'
import { Auctions } from '../../schema/auction/list.ts'
import { envelope } from '../../schema/common.ts'
import { useNet } from '../support/useNet.ts'
import { startAuctionNet } from './startAuctionNet.ts'

const net = useNet(() => startAuctionNet())
const ask = (query = '') => fetch(`${net.sockets['auction']}/v1/auction?${query}`)
async function list(query = ''): Promise<z.output<typeof Auctions>> {
  const answer = await ask(query)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return envelope(Auctions).parse(await answer.json()).data
}
const addresses = ({ auctions }: Pick<z.output<typeof Auctions>, 'auctions'>) => auctions.map(({ auction }) => auction)

beforeAll(() => vi.waitUntil(async () => (await ask()).status === 200, { timeout: 45_000 }))
beforeEach(() => net.proxy.reset())

describe('listAuctions', () => {
  test('lists running auctions first, then ended ones, each as getAuctionStatus answers it', async () => {
    const { auction, auctionErc20, auctionGraduated, auctionFailed, vault, shareToken } = net.world.contracts
    const { auctions, asOf, nextCursor } = await list()
    expect(auctions.map(({ state }) => state)).toEqual(['running', 'running', 'ended', 'ended'])
    expect(addresses({ auctions }).slice(0, 2).toSorted()).toEqual([auction, auctionErc20].toSorted())
    expect(addresses({ auctions }).slice(2).toSorted()).toEqual([auctionFailed, auctionGraduated].toSorted())
    expect({ nextCursor, source: asOf.source }).toEqual({ nextCursor: null, source: 'index' })
    const own = auctions.find((one) => one.auction === auction)
    const status = await net.status(auction)
    expect(own).toMatchObject({
      vault,
      auctionToken: shareToken,
      currencySymbol: 'ETH',
      provenance: { status: 'proven' },
      phaseName: 'AuctionLive',
      acceptsBids: true,
      bidCount: status.nextBidId,
      clearingPrice: status.current?.clearingPrice,
      clearingPriceQ96: status.current?.clearingPriceQ96,
      currencyRaised: status.current?.currencyRaised,
      endBlock: status.lifecycleEndBlock,
    })
    expect(auctions.find((one) => one.auction === auctionFailed)).toMatchObject({ phaseName: 'LaunchFailed' })
    expect(auctions.find((one) => one.auction === auctionGraduated)).toMatchObject({ isGraduated: true })
  })

  test('filters by state, vault, token, currency and end', async () => {
    const { auction, auctionErc20, auctionGraduated, usdc, vault, shareToken, registry } = net.world.contracts
    const { endBlock } = (await list()).auctions.find((one) => one.auction === auctionGraduated) ?? {}
    expect(addresses(await list(`currency=${usdc}`))).toEqual([auctionErc20])
    expect(addresses(await list(`state=running&currency=${zeroAddress}`))).toEqual([auction])
    expect(addresses(await list(`state=scheduled`))).toEqual([])
    expect(addresses(await list(`vault=${vault}&state=running`))).toContain(auction)
    expect(addresses(await list(`token=${shareToken}`))).toContain(auction)
    expect(addresses(await list(`vault=${registry}`))).toEqual([])
    expect(addresses(await list(`endsBefore=${endBlock}`))).not.toContain(auctionGraduated)
    expect(addresses(await list(`endsBefore=${Number(endBlock) + 1}&endsAfter=${Number(endBlock) - 1}`))).toEqual([
      auctionGraduated,
    ])
  })

  test('pages through the same list, and refuses a cursor of other filters', async () => {
    const whole = addresses(await list())
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: z.output<typeof Auctions> = await list(`limit=1${cursor ? `&cursor=${cursor}` : ''}`)
      paged.push(...addresses(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(paged).toEqual(whole)
    const { nextCursor } = await list('limit=1')
    const refused = await ask(`state=ended&cursor=${nextCursor}`)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('cursor: ')
  })

  test('does not list an auction of a launch arm that no vault names', async () => {
    const arm = await net.deployArm()
    const { address } = await net.launch(arm, {
      amount: 1000n,
      floor: 10n ** 12n,
      required: 0n,
      steps: [[100_000, 100]],
    })
    const page = await list(`minBlock=${await net.head()}`)
    expect(addresses(page)).toContain(net.world.contracts.auction)
    expect(addresses(page)).not.toContain(address)
  })

  test('answers 503 for a block that the log index has not reached', async () => {
    const answer = await ask(`minBlock=${(await net.head()) + 100_000}`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('behind_requested_block')
  })
})
