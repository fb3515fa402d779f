import { numberToHex, zeroAddress, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAuctionSubmitBid } from '../../../functions/build/auction/buildAuctionSubmitBid.ts'
import { isOtherPair } from '../../../functions/build/lpstrat/strategyIssues.ts'
import { buildVetokenLock } from '../../../functions/build/vetoken/buildVetokenLock.ts'
import { endingOf, learnedEnding } from '../../../functions/build/vetoken/ending.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain, type Chain } from '../../../localnet/world/openChain.ts'
import { compileSolidity } from '../../../scripts/compile.ts'
import { refusal } from '../../auth/support.ts'
import { borrowWorld, type BorrowedWorld } from '../../support/borrowWorld.ts'
import { contextOver, given, SENDER, toData } from '../properties.ts'

let borrowed: BorrowedWorld
let chain: Chain
let token: Address
let escrow: Address

beforeAll(async () => {
  borrowed = await borrowWorld()
  const compiled = await compileSolidity({ sources: ['test/build/older/OddTokens.sol'] })
  chain = await openChain({ rpcUrl: borrowed.anvil.url, artifacts: { ...(await loadArtifacts()), ...compiled } })
  token = (await chain.deploy('OddToken', [SENDER])).address
  escrow = (await chain.deploy('MeasuringEscrow', [token])).address
})
afterAll(() => borrowed?.giveBack())

const contextWith = (roles: Record<string, Address>) =>
  contextOver({ urls: [borrowed.anvil.url], contracts: { ...borrowed.world.contracts, ...roles } })

describe('a token whose symbol is 32 bytes, and of which less arrives than was sent', () => {
  it('goes by its address, and of what it gives only what the escrow returns is told', async () => {
    const body = given({ amount: 10n ** 18n, durationSec: 100n * 86_400n + 7n })
    const answer = toData(await buildVetokenLock(body, contextWith({ veToken: escrow })))
    expect(answer.description).toBe(
      `Lock 1 of the token ${token} in the vote escrow ${escrow} for ${100 * 86_400 + 7} seconds.`,
    )
    expect(answer).toMatchObject({
      issues: [],
      simulation: { status: 'ok' },
      effectiveEnd: null,
      votingPower: String(99n * 10n ** 16n),
    })
    expect(answer.approvals.map(({ args }) => args)).toEqual([{ spender: escrow, amount: String(10n ** 18n) }])
  })
})

describe('Permit2', () => {
  it('that has no code where it should be gets no allowance', async () => {
    const { auctionErc20 } = borrowed.world.contracts
    const body = given({
      auction: auctionErc20,
      maxPriceQ96: 2n ** 90n,
      amountWei: 5n,
      owner: SENDER,
      rounding: 'down',
    } as const)
    for (const permit2 of [SENDER, borrowed.world.contracts.usdc]) {
      const { code, detail } = await refusal(buildAuctionSubmitBid(body, contextWith({ permit2 })))
      expect({ code, detail }).toEqual({
        code: 'role_not_configured',
        detail: `permit2 ${permit2} does not answer as Permit2`,
      })
    }
  })
})

describe('a strategy that does not name its dollars', () => {
  const [coin, dollars, other]: readonly Address[] = [1n, 2n, 3n].map((n) => numberToHex(n, { size: 20 }))
  const strategy = (usdc: Address | null) => ({ ...known, asset: coin ?? zeroAddress, usdc })
  const known = {
    address: zeroAddress,
    asOf: { chainId: 1, blockNumber: '1', timestamp: 1, source: 'rpc' },
    owner: null,
    vault: zeroAddress,
    active: null,
    lpVault: null,
    shares: null,
    selectors: null,
    demoShares: {},
  } as const
  const pair = (token0: Address | undefined, token1: Address | undefined) => ({
    token0: token0 ?? null,
    token1: token1 ?? null,
  })

  it('is said to have another pair only where its coin is missing', () => {
    expect(isOtherPair(pair(coin, other), strategy(null))).toBe(false)
    expect(isOtherPair(pair(other, coin), strategy(null))).toBe(false)
    expect(isOtherPair(pair(other, dollars), strategy(null))).toBe(true)
  })

  it('and one that does has only the pair of both', () => {
    expect(isOtherPair(pair(dollars, coin), strategy(dollars ?? null))).toBe(false)
    expect(isOtherPair(pair(coin, other), strategy(dollars ?? null))).toBe(true)
    expect(isOtherPair(pair(undefined, dollars), strategy(dollars ?? null))).toBe(false)
  })
})

describe('the ending of a lock', () => {
  const standing = {
    asOf: { chainId: 1, blockNumber: '1', timestamp: 1_790_000_000, source: 'rpc' },
    now: 1_790_000_000n,
    lock: { amount: 0n, end: 0n },
    minDuration: null,
    maxDuration: 126_144_000n,
    weekFloored: 'unknown',
    token: { address: zeroAddress, symbol: null, decimals: null },
    vaultOfToken: null,
    balance: null,
    allowance: null,
    demoShares: {},
  } as const
  const asked = standing.now + 31_536_000n
  const power = (end: bigint, max = 126_144_000n) =>
    numberToHex((10n ** 18n * (end - standing.now)) / max, { size: 32 })

  it('is not known before the call was run, and then as it was run', () => {
    const floored = asked - (asked % 604_800n)
    expect(endingOf(standing, asked, 10n ** 18n)).toEqual({ end: null, weekFloored: 'unknown', power: null })
    expect(learnedEnding(standing, asked, 10n ** 18n, power(floored))).toMatchObject({
      end: floored,
      weekFloored: 'yes',
    })
    expect(learnedEnding(standing, asked, 10n ** 18n, power(asked))).toMatchObject({ end: asked, weekFloored: 'no' })
  })

  it.each(['0x', '0x01', `0x${'ff'.repeat(64)}`] as const)('is not learned from %s', (returned) => {
    expect(learnedEnding(standing, asked, 10n ** 18n, returned)).toEqual(endingOf(standing, asked, 10n ** 18n))
  })

  it('is not learned where the longest duration is not known, but the power is', () => {
    const silent = { ...standing, maxDuration: null }
    expect(learnedEnding(silent, asked, 10n ** 18n, power(asked))).toEqual({
      end: null,
      weekFloored: 'unknown',
      power: BigInt(power(asked)),
    })
  })
})
