import { Interface } from 'ethers'
import { formatUnits, zeroAddress, type Address, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { bidPrice } from '../../../functions/build/auction/bidPrice.ts'
import { givenPrices } from '../../../functions/build/auction/givenPrices.ts'
import { describeBid } from '../../../functions/build/auction/bidWording.ts'
import { buildAuctionSubmitBid } from '../../../functions/build/auction/buildAuctionSubmitBid.ts'
import { readBidding } from '../../../functions/build/auction/readBidding.ts'
import type { Bidding } from '../../../functions/build/auction/Bidding.ts'
import { type BuildContext, createBuildContext } from '../../../functions/build/context.ts'
import type { World } from '../../../localnet/world/buildWorld.ts'
import { decimalNumber } from '../../../schema/tokenAmount.ts'
import { humanPrice } from '../../../shared/domain/auction/Money.ts'
import { submitBidAbi } from '../../../functions/build/auction/submitBidAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { Memory } from '../../../shared/cache/Memory.ts'
import { refusal } from '../../auth/support.ts'
import { createRandom } from '../../support/random.ts'
import { soak } from '../../support/soak.ts'
import { sessionOf } from '../../support/sessionOf.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

const submitBid = new Interface([
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes hookData) payable',
])
const approvals = new Interface([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

const { anvil, world } = useBorrowedWorld()

function contextOver(demoVaults: readonly Address[] = [], contracts: Partial<World['contracts']> = world.contracts) {
  const chain = createChain(
    { chainId: world.chainId, contracts, blockTimeMs: 200, demoVaults, startBlock: 0 },
    createRpc({ urls: [anvil.url] }),
  )
  const baseUrl = 'https://api.example.com/api'
  return createBuildContext({
    chain,
    now: Date.now,
    memory: new Memory(Date.now),
    baseUrl,
    appUrl: baseUrl,
    trustedOrigins: new Set<string>(),
  })
}

const { bits: random, address, bytes: bytesOf } = createRandom('auctionCalldata')
const below = (bound: bigint): bigint => random(256) % bound
/** Of every order of magnitude. */
const spread = (bits: number): bigint => 1n + random(1 + Number(below(BigInt(bits - 1))))
const bytes = (): Hex => bytesOf(Number(below(32n)))

interface Body {
  auction: Address
  maxPriceQ96: bigint
  amountWei: bigint
  owner: Address
  hookData?: Hex
  prevTickPriceQ96?: bigint
  rounding: 'down' | 'exact'
}
const bodyOf = (auction: Address): Body => ({
  auction,
  maxPriceQ96: 2n + spread(255),
  amountWei: spread(127),
  owner: address(),
  hookData: bytes(),
  rounding: 'down',
})

async function built(body: Body, context: BuildContext) {
  const answer = await buildAuctionSubmitBid(
    {
      body,
      principal: sessionOf(address()),
      params: undefined,
      query: undefined,
      request: new Request('https://api.example.com'),
      waitUntil: () => undefined,
    },
    context,
  )
  if ('bytes' in answer) throw new Error('bytes')
  return answer.data
}

describe('random bids', () => {
  it('are what another library encodes, at the tick below, with what must come first, and say so', async () => {
    const context = contextOver()
    const { auction, auctionErc20, launchArm, permit2, usdc } = world.contracts
    const round = async (named: Address) => {
      const body = bodyOf(named)
      if (below(2n) === 0n) body.prevTickPriceQ96 = 1n + below(body.maxPriceQ96 - 1n)
      const { maxPriceQ96, amountWei, owner, hookData, prevTickPriceQ96 } = body
      const data = await built(body, context)
      const price = BigInt(data.maxPriceQ96)
      expect(price % BigInt(data.tickSpacing)).toBe(0n)
      expect(maxPriceQ96 - price).toBeGreaterThanOrEqual(0n)
      expect(maxPriceQ96 - price).toBeLessThan(BigInt(data.tickSpacing))
      const previous = prevTickPriceQ96 ?? BigInt(data.prevTickPriceQ96)
      const args = [price, amountWei, owner, previous, hookData]
      expect(data.data).toBe(submitBid.encodeFunctionData('submitBid', args))
      expect(submitBid.decodeFunctionData('submitBid', data.data).toArray()).toEqual(args)
      const isToken = named === auctionErc20
      expect(data.to).toBe(isToken ? auctionErc20 : auction)
      expect(data.value).toBe(isToken ? '0' : String(amountWei))
      const amount = formatUnits(amountWei, isToken ? 6 : 18)
      for (const part of [amount, isToken ? `USDC (${usdc})` : 'ETH', owner, data.to, String(price), String(previous)])
        expect(data.description).toContain(part)
      expect(data.approvals.map(({ to }) => to)).toEqual(isToken ? [usdc, permit2] : [])
      const [token, permit] = data.approvals
      if (!token || !permit) return
      expect(approvals.decodeFunctionData('approve(address,uint256)', token.data).toArray()).toEqual([
        permit2,
        amountWei,
      ])
      const [of, to, limit] = approvals.decodeFunctionData('approve(address,address,uint160,uint48)', permit.data)
      expect([of, to, limit]).toEqual([usdc, auctionErc20, amountWei])
      for (const part of [`${amount} USDC`, usdc, auctionErc20, permit2]) expect(permit.description).toContain(part)
    }
    for (let turn = 0; turn < 30; turn++)
      await Promise.all([auction, auctionErc20, launchArm, auctionErc20, auction].map(round))
  })

  it('encode and decode to the same in thousands of cases', async () => {
    const { chain } = contextOver()
    const query = { from: address(), price: 2n ** 150n, prevTickPrice: undefined }
    const at = (named: Address): Promise<Bidding> => readBidding(chain, { ...query, address: named })
    const biddings = await Promise.all([world.contracts.auction, world.contracts.auctionErc20].map(at))
    for (const bidding of biddings)
      for (let round = 0; round < soak(200, 5000); round++) {
        const { maxPriceQ96, amountWei, owner, hookData = '0x' } = bodyOf(bidding.auction)
        const { price, prevTickPrice } = bidPrice(bidding, maxPriceQ96, undefined)
        const args = [price, amountWei, owner, prevTickPrice, hookData] as const
        const step = encodeStep({
          to: bidding.auction,
          abi: submitBidAbi,
          functionName: 'submitBid',
          args,
          describe: (decoded) => describeBid(bidding, decoded),
        })
        expect(step.data).toBe(submitBid.encodeFunctionData('submitBid', args))
        expect(step.args).toEqual({
          maxPrice: String(price),
          amount: String(amountWei),
          owner,
          prevTickPrice: String(prevTickPrice),
          hookData,
        })
        const human = formatUnits(amountWei, bidding.currency === zeroAddress ? 18 : 6)
        for (const part of [human, owner, bidding.auction, String(price), String(prevTickPrice)])
          expect(step.description).toContain(part)
        // The predecessor is a price that was bid, and the floor where there is none below.
        expect(prevTickPrice < price || prevTickPrice === bidding.terms.floorPrice).toBe(true)
      }
  })
})

describe('a decimal price', () => {
  const decimal = decimalNumber({ description: 'A price', example: '0.5' })

  it('of a random tick is that tick, and the next lower tick is never taken', async () => {
    const { chain } = contextOver()
    for (const named of [world.contracts.auction, world.contracts.auctionErc20]) {
      const query = { address: named, from: address(), price: undefined, prevTickPrice: undefined }
      const bidding = await readBidding(chain, query)
      const { tickSpacing } = bidding.terms
      for (let round = 0; round < 300; round++) {
        const tick = tickSpacing * spread(50)
        const shown = String(humanPrice(bidding.money, tick))
        expect(givenPrices(bidding, { maxPrice: decimal.parse(shown) }).requested).toBe(tick)
        const more = givenPrices(bidding, {
          maxPrice: decimal.parse(`${shown}${shown.includes('.') ? '' : '.'}000001`),
        })
        expect(more.requested - (more.requested % tickSpacing)).toBe(tick)
      }
    }
  })

  it('that 18 digits do not separate from the next tick is refused, and one without decimals', async () => {
    const { chain } = contextOver()
    const query = { address: world.contracts.auction, from: address(), price: undefined, prevTickPrice: undefined }
    const bidding = await readBidding(chain, query)
    const fine = { ...bidding, terms: { ...bidding.terms, tickSpacing: 2n } }
    const error = 'maxPrice: 18 significant digits do not separate the ticks of this auction; pass maxPriceQ96 instead'
    const body = { maxPrice: decimal.parse('0.0005') }
    expect(() => givenPrices(fine, body)).toThrow(error)
    const unknown = { ...bidding, money: { ...bidding.money, token: { ...bidding.money.token, decimals: null } } }
    expect(() => givenPrices(unknown, body)).toThrow('maxPrice: the decimals of the currency or of the token on sale')
  })
})

describe('a configuration', () => {
  it('in which the auction sells the share token of a demo vault is 403, by the auction’s name or the launch arm’s', async () => {
    const { auction, launchArm, auctionErc20, vault } = world.contracts
    for (const named of [auction, launchArm, auctionErc20]) {
      const refused = await refusal(built(bodyOf(named), contextOver([vault])))
      expect(refused.code).toBe('demo_vault')
      expect(refused.detail).toContain('auction: ')
    }
  })

  it('without Permit2 is 503 role_not_configured for tokens, and builds for ether', async () => {
    const { permit2: _, ...others } = world.contracts
    const context = contextOver([], others)
    const refused = await refusal(built(bodyOf(world.contracts.auctionErc20), context))
    expect(refused.code).toBe('role_not_configured')
    expect((await built(bodyOf(world.contracts.auction), context)).to).toBe(world.contracts.auction)
  })

  it('without Multicall3 learns from the simulation that the sender has not the ether', async () => {
    const { multicall3: _, ...others } = world.contracts
    const data = await built(
      { ...bodyOf(world.contracts.auction), maxPriceQ96: 2n ** 96n / 1000n },
      contextOver([], others),
    )
    expect(data.issues.map(({ code }) => code)).toEqual(['insufficient_balance'])
    expect(data.simulation.status).toBe('revert')
  })
})
