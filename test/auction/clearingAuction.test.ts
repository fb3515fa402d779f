import { type Abi, maxUint256, parseEther, parseUnits, toEventSelector, toFunctionSelector, zeroAddress } from 'viem'
import { getBalance, getContractEvents } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { addressOf, type AccountRole } from '../../localnet/world/accounts.ts'
import { bid, deployLaunchArm, floorOf, launch, type LaunchPlan, tickAt } from '../../localnet/world/auctions.ts'
import type { Contract } from '../../localnet/world/openChain.ts'
import { auctionAbi, launchArmAbi } from '../../shared/domain/auction/auctionAbi.ts'
import { bidEventsAbi, exitEventsAbi } from '../../shared/domain/auction/auctionEvents.ts'
import { revertOf, useWorld } from '../localnet/useWorld.ts'

const at = useWorld()
const floor = parseEther('0.0001')
const spacing = floorOf(floor) / 100n
const price = (text: string) => tickAt(parseEther(text), floor)
const read = async (contract: Contract, name: string, args: unknown[] = []) =>
  BigInt(String(await at().chain.read(contract, name, args)))
const token = () => at().contract('shareToken')
const send = (from: AccountRole, to: Contract, name: string, args: unknown[] = [], value = 0n) =>
  at().chain.send(from, to, name, args, value)

/** An auction of 1 000 tokens for ether over 10 blocks. */
async function open(plan: Partial<LaunchPlan> = {}): Promise<{ arm: Contract; auction: Contract }> {
  const { vault, auctionFactory } = at().world.contracts
  const factory = at().chain.at('AuctionFactory', auctionFactory)
  const launching = await deployLaunchArm(at().chain, { token: token(), currency: zeroAddress, vault, factory })
  const terms = { amount: parseEther('1000'), steps: [[1_000_000, 10]], floor, required: 1n, claimDelay: 1 } as const
  return { arm: launching.arm, auction: await launch(at().chain, launching, { ...terms, ...plan }) }
}
const offer = (auction: Contract, from: AccountRole, maxPrice: bigint, amount: bigint) =>
  bid(at().chain, auction, { from, maxPrice, amount, native: true })
/** A checkpoint in the next block, at the latest at the end. */
const checkpoint = (auction: Contract) => send('owner', auction, 'checkpoint')

const signatures = (abi: Abi): string[] =>
  abi.flatMap((item) => {
    if (item.type === 'function') return [toFunctionSelector(item)]
    if (item.type === 'event') return [toEventSelector(item)]
    if (item.type !== 'error') return []
    return [toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' })]
  })

describe('interface', () => {
  test('what the API speaks, the contracts understand', () => {
    const own = (name: string) => new Set(signatures(at().artifacts[name]?.abi ?? []))
    const auction = own('ContinuousClearingAuction')
    expect(signatures([...auctionAbi, bidEventsAbi[0], ...exitEventsAbi]).filter((s) => !auction.has(s))).toEqual([])
    expect(signatures(launchArmAbi).filter((s) => !own('LaunchArm').has(s))).toEqual([])
  })

  test('selectors and topics are those of the deployed contracts', () => {
    const auction = signatures(at().artifacts['ContinuousClearingAuction']?.abi ?? [])
    expect(auction).toEqual(
      expect.arrayContaining([
        '0x140fe8ee',
        '0xa52c8728',
        '0x7939f424',
        '0x650baad5cd8ca09b8f580be220fa04ce2ba905a041f764b6a3fe2c848eb70540',
      ]),
    )
  })

  test('the factory says what address an auction will have', async () => {
    const { arm, auction } = await open()
    const factory = at().contract('auctionFactory')
    const created = await getContractEvents(at().chain.client, {
      ...factory,
      eventName: 'AuctionCreated',
      fromBlock: 0n,
    })
    const { auction: address, token: sold, amount, configData } = Object(created.at(-1)?.args)
    expect(address).toBe(auction.address)
    const salt = `0x${'0'.repeat(64)}`
    const foretold = await at().chain.read(factory, 'getAuctionAddress', [sold, amount, configData, salt, arm.address])
    expect(foretold).toBe(auction.address)
  })
})

describe('price', () => {
  test('is the floor until demand passes it, and then demand over supply, and never falls', async () => {
    const { auction } = await open()
    await offer(auction, 'bidder', price('0.0009'), parseEther('0.05'))
    await checkpoint(auction)
    expect(await read(auction, 'clearingPrice')).toBe(floorOf(floor))
    await offer(auction, 'voter', price('0.0009'), parseEther('0.4'))
    await checkpoint(auction)
    const high = await read(auction, 'clearingPrice')
    // One and three blocks had passed at the bids: 0.05 · 10/9 + 0.4 · 10/7 over 1 000 tokens.
    expect(Number((high * 10n ** 18n) >> 96n) / 1e18).toBeCloseTo((0.05 / 0.9 + 0.4 / 0.7) / 1000, 9)
    await at().chain.mine(20, 1)
    await checkpoint(auction)
    expect(await read(auction, 'clearingPrice')).toBeGreaterThanOrEqual(high)
  })

  test('stays at a tick whose bids share what is left', async () => {
    const { auction } = await open()
    await offer(auction, 'voter', price('0.0002'), parseEther('0.3'))
    await offer(auction, 'agent', price('0.0009'), parseEther('0.1'))
    await checkpoint(auction)
    expect(await read(auction, 'clearingPrice')).toBe(price('0.0002'))
  })

  test('the highest bid follows from the supply', async () => {
    const supplies = [2n ** 62n, 2n ** 62n + 1n, parseEther('1000')]
    const bounds = await Promise.all(
      [2n ** 62n, 2n ** 62n + 1n].map((s) => (s <= 2n ** 62n ? 2n ** 160n - 1n : least(s))),
    )
    for (const [i, amount] of supplies.entries())
      expect(await read((await open({ amount })).auction, 'MAX_BID_PRICE')).toBe(bounds[i] ?? least(amount))
  })
  const least = (supply: bigint): bigint => {
    const [square, bound] = [(2n ** 154n / supply) ** 2n, 2n ** 222n / supply]
    return square < bound ? square : bound
  }
})

describe('settlement', () => {
  test('what is bought and refunded adds up: full, shared and outbid bids', async () => {
    const { arm, auction } = await open({ steps: [[500_000, 20]] })
    await offer(auction, 'stranger', price('0.00015'), parseEther('0.12'))
    await checkpoint(auction)
    await offer(auction, 'agent', price('0.0009'), parseEther('0.1'))
    await offer(auction, 'voter', price('0.0002'), parseEther('0.3'))
    await at().chain.mine(30, 1)
    await checkpoint(auction)
    const end = await read(auction, 'clearingPrice')
    expect(end).toBe(price('0.0002'))

    expect(await revertOf(send('owner', auction, 'exitBid', [0n]))).toBe('CannotExitBid')
    expect(await revertOf(send('owner', auction, 'exitBid', [2n]))).toBe('CannotExitBid')
    expect(await revertOf(send('owner', auction, 'exitBid', [9n]))).toBe('BidIdDoesNotExist')
    await send('owner', auction, 'exitBid', [1n])
    expect(await revertOf(send('owner', auction, 'exitBid', [1n]))).toBe('BidAlreadyExited')
    const wrong = send('owner', auction, 'exitPartiallyFilledBid', [2n, await read(auction, 'endBlock'), 0n])
    expect(await revertOf(wrong)).toBe('InvalidLastFullyFilledCheckpointHint')
    for (const id of [0n, 2n]) await exitByHints(auction, id)

    expect(
      await revertOf(send('owner', auction, 'sweepCurrency', []).then(() => send('owner', auction, 'sweepCurrency'))),
    ).toBe('CannotSweepCurrency')
    await send('owner', auction, 'sweepUnsoldTokens')
    for (const id of [0n, 1n, 2n]) await send('owner', auction, 'claimTokens', [id])
    // Roundings leave dust behind, and never a bidder or the seller short.
    expect(await read(token(), 'balanceOf', [auction.address])).toBeLessThan(1000n)
    expect(await getBalance(at().chain.client, { address: auction.address })).toBeLessThan(1000n)
    expect(await getBalance(at().chain.client, { address: arm.address })).toBe(await read(auction, 'currencyRaised'))
  })

  test('an outbid bid leaves before the end, once the auction has graduated', async () => {
    const { auction } = await open({ steps: [[100_000, 100]] })
    await offer(auction, 'stranger', price('0.00015'), parseEther('0.12'))
    await at().chain.mine(5, 1)
    await offer(auction, 'agent', price('0.0009'), parseEther('0.5'))
    await checkpoint(auction)
    await exitByHints(auction, 0n)
    expect(await revertOf(exitByHints(auction, 1n))).toBe('InvalidLastFullyFilledCheckpointHint')
  })

  test('an auction that raised too little gives everything back', async () => {
    const { auction } = await open({ required: parseEther('5') })
    await offer(auction, 'bidder', price('0.0005'), parseEther('0.5'))
    expect(await revertOf(send('owner', auction, 'exitBid', [0n]))).toBe('AuctionIsNotOver')
    await at().chain.mine(20, 1)
    const before = await getBalance(at().chain.client, { address: addressOf('bidder') })
    await send('owner', auction, 'exitBid', [0n])
    expect((await getBalance(at().chain.client, { address: addressOf('bidder') })) - before).toBe(parseEther('0.5'))
    expect(await revertOf(send('owner', auction, 'claimTokens', [0n]))).toBe('NotGraduated')
    expect(await revertOf(send('owner', auction, 'sweepCurrency'))).toBe('NotGraduated')
  })

  test('tokens are claimed after the claim block, and after the exit', async () => {
    const { auction } = await open({ claimDelay: 30 })
    await offer(auction, 'bidder', price('0.0009'), parseEther('0.5'))
    await at().chain.mine(20, 1)
    await send('owner', auction, 'exitBid', [0n])
    expect(await revertOf(send('owner', auction, 'claimTokens', [0n]))).toBe('NotClaimable')
    await at().chain.mine(30, 1)
    const batch = send('owner', auction, 'claimTokensBatch', [addressOf('voter'), [0n]])
    expect(await revertOf(batch)).toBe('BatchClaimDifferentOwner')
    const before = await read(token(), 'balanceOf', [addressOf('bidder')])
    await send('owner', auction, 'claimTokensBatch', [addressOf('bidder'), [0n]])
    expect((await read(token(), 'balanceOf', [addressOf('bidder')])) - before).toBeGreaterThan(parseEther('890'))
  })

  /** Finds the hints as a bidder would: along the list of checkpoints. */
  async function exitByHints(auction: Contract, id: bigint): Promise<void> {
    const { maxPrice, startBlock } = Object(await at().chain.read(auction, 'bids', [id]))
    let [below, above]: [bigint, bigint] = [startBlock, 0n]
    for (let block: bigint = startBlock; block < 2n ** 64n - 1n;) {
      const { clearingPrice, next } = Object(await at().chain.read(auction, 'checkpoints', [block]))
      if (clearingPrice < maxPrice) below = block
      if (clearingPrice > maxPrice && above === 0n) above = block
      block = next
    }
    await send('owner', auction, 'exitPartiallyFilledBid', [id, below, above])
  }
})

describe('refused bids', () => {
  const good = () => price('0.0005')
  const submit = (auction: Contract, args: unknown[], value: bigint) =>
    send('bidder', auction, 'submitBid', args, value)
  const cases: [string, (auction: Contract) => Promise<unknown>][] = [
    ['InvalidAmount', (a) => submit(a, [good(), 5n, addressOf('bidder'), floorOf(floor), '0x'], 4n)],
    ['BidAmountTooSmall', (a) => submit(a, [good(), 0n, addressOf('bidder'), floorOf(floor), '0x'], 0n)],
    ['BidOwnerCannotBeZeroAddress', (a) => submit(a, [good(), 5n, zeroAddress, floorOf(floor), '0x'], 5n)],
    ['TickPriceNotAtBoundary', (a) => offer(a, 'bidder', good() + 1n, 5n)],
    ['BidMustBeAboveClearingPrice', (a) => offer(a, 'bidder', floorOf(floor), 5n)],
    ['InvalidBidPriceTooHigh', (a) => offer(a, 'bidder', maxUint256, 5n)],
    ['TickPreviousPriceInvalid', (a) => submit(a, [good(), 5n, addressOf('bidder'), good() - spacing, '0x'], 5n)],
    ['TickPreviousPriceInvalid', (a) => submit(a, [good(), 5n, addressOf('bidder'), good() + spacing, '0x'], 5n)],
  ]
  test.each(cases)('%s', async (error, attempt) => {
    const { auction } = await open()
    expect(await revertOf(attempt(auction))).toBe(error)
  })

  test('before the start and from the end block on', async () => {
    const { auction } = await open({ delay: 5 })
    expect(await revertOf(offer(auction, 'bidder', good(), 5n))).toBe('AuctionNotStarted')
    await at().chain.mine(20, 1)
    expect(await revertOf(offer(auction, 'bidder', good(), 5n))).toBe('AuctionIsOver')
  })

  test('both overloads bid; the shorter one looks from the floor', async () => {
    const { auction } = await open()
    const one: Contract = { ...auction, abi: auction.abi.filter((i) => i.type !== 'function' || i.inputs.length !== 5) }
    await send('bidder', one, 'submitBid', [good(), 5n, addressOf('voter'), '0x'], 5n)
    await submit(auction, [good() + spacing, 5n, addressOf('voter'), good(), '0x'], 5n)
    expect(await read(auction, 'nextBidId')).toBe(2n)
    expect(Object(await at().chain.read(auction, 'ticks', [good()])).next).toBe(good() + spacing)
  })

  test('in tokens: no value, and only through Permit2, whose allowance ends', async () => {
    const { auctionErc20, permit2, usdc } = at().world.contracts
    const auction = at().chain.at('ContinuousClearingAuction', auctionErc20)
    const maxPrice = tickAt(parseUnits('0.09', 6), parseUnits('0.02', 6))
    const args = [maxPrice, 1_000_000n, addressOf('agent'), await read(auction, 'floorPrice'), '0x']
    expect(await revertOf(send('agent', auction, 'submitBid', args, 1n))).toBe('CurrencyIsNotNative')
    await send('owner', at().contract('usdc'), 'mint', [addressOf('agent'), 5_000_000n])
    const balanceOf = () => read(at().contract('usdc'), 'balanceOf', [addressOf('agent')])
    const before = BigInt(String(await balanceOf()))
    await send('agent', at().contract('usdc'), 'approve', [auctionErc20, maxUint256])
    expect(await revertOf(send('agent', auction, 'submitBid', args))).toBe('TransferFromFailed')
    await send('agent', at().contract('usdc'), 'approve', [permit2, maxUint256])
    const allow = (amount: bigint, expiration: number) =>
      send('agent', at().contract('permit2'), 'approve', [usdc, auctionErc20, amount, expiration])
    await allow(999_999n, 2 ** 47)
    expect(await revertOf(send('agent', auction, 'submitBid', args))).toBe('TransferFromFailed')
    await allow(1_000_000n, (await at().now()) - 1)
    expect(await revertOf(send('agent', auction, 'submitBid', args))).toBe('TransferFromFailed')
    await allow(1_000_000n, 2 ** 47)
    await send('agent', auction, 'submitBid', args)
    expect(await balanceOf()).toBe(before - 1_000_000n)
  })
})

describe('launch arm', () => {
  test('begins one auction after the other, and only its owner does', async () => {
    const { arm } = await open()
    const plan = [0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, '0x']
    const names = ['amount', 'lpReserveAmount', 'startBlock', 'endBlock', 'claimBlock', 'sweepBlock', 'tickSpacing']
    const keys = [...names, 'floorPrice', 'requiredCurrencyRaised', 'auctionStepsData']
    const terms = Object.fromEntries(keys.map((key, i) => [key, plan[i]]))
    expect(await revertOf(send('stranger', arm, 'launch', [terms]))).toBe('OwnableUnauthorizedAccount')
    expect(await revertOf(send('owner', arm, 'launch', [terms]))).toBe('AuctionInProgress')
    expect(await revertOf(send('owner', arm, 'collect'))).toBe('MigrationTooEarly')
    expect(await revertOf(send('owner', arm, 'finalizeFailed'))).toBe(toFunctionSelector('function AuctionIsNotOver()'))
  })

  test('the vault names it', async () => {
    expect(await at().chain.read(at().contract('vault'), 'ccaLaunchArm')).toBe(at().world.contracts.launchArm)
  })
})
