import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { baseUnits, countedUnits } from '../../../shared/calldata/baseUnits.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { NATIVE_LABEL, type TokenLabel } from '../../../shared/text/wording.ts'
import { quoterAbi, type Dex, directCalls, throughCalls } from './routeCalls.ts'
import { bestOf, type Candidate, directCandidates, routeOf, throughCandidates } from './routesOf.ts'
import { swapRouterAbi } from '../../../shared/domain/dex/swapRouter.ts'
import { NATIVE, type Route, type Trade, type WantedTrade } from './Trade.ts'

/** The configured contracts of the exchange. Throws role_not_configured. */
export const dexOf = (chain: Chain): Dex => ({
  factory: chain.role('dexFactory'),
  quoter: chain.role('dexQuoter'),
  router: chain.role('dexRouter'),
})

/** Tokens where two pools may meet, besides the wrapped native currency: configured tokens that are not an end of the trade. */
const middlesOf = ({ config: { contracts } }: Chain, { tokenIn, tokenOut }: WantedTrade): Address[] =>
  [contracts.usdc, contracts.creatorCoin].flatMap((token) => {
    const isEnd = [tokenIn, tokenOut].some((end) => end.toLowerCase() === token?.toLowerCase())
    return token === undefined || isEnd ? [] : [token]
  })

/**
 * All reads of a quote: the pools, their prices, the quote of each route, the two tokens, and whether the three contracts
 * belong together. Quotes come last, since they cost most.
 */
export function quoteCalls(describe: Describe, chain: Chain, wanted: WantedTrade) {
  const { at } = describe
  const dex = dexOf(chain)
  const weth = at(dex.router, swapRouterAbi)('WETH9')
  const named = (token: Address): Address | Ref<Address> => (token === NATIVE ? weth : token)
  const [tokenIn, tokenOut] = [tokenCalls(describe, wanted.tokenIn), tokenCalls(describe, wanted.tokenOut)]
  const fixed = wanted.kind === 'exactInput' ? tokenIn : tokenOut
  const trade = { ...wanted, amount: amountCall(describe, wanted, fixed) }
  const ends = { tokenIn: named(trade.tokenIn), tokenOut: named(trade.tokenOut) }
  const head = {
    weth,
    routerFactory: at(dex.router, swapRouterAbi)('factory'),
    quoterFactory: at(dex.quoter, quoterAbi)('factory'),
    tokenIn,
    tokenOut,
  }
  const { path } = trade
  const between = [NATIVE, ...middlesOf(chain, wanted)].filter(
    (token) => token !== trade.tokenIn && token !== trade.tokenOut,
  )
  const middles = path ? (path.through === undefined ? [] : [path.through]) : between
  const fees = path && ([path.fees.slice(0, 1), path.fees.slice(1)] as const)
  return {
    ...head,
    direct: path?.through === undefined ? directCalls(describe, dex, ends, trade, path?.fees) : null,
    through: Object.fromEntries(
      middles.map((token) => [
        token,
        {
          ...throughCalls(describe, dex, ends, named(token), trade, fees),
          decimals: token === NATIVE ? NATIVE_LABEL.decimals : at(token, erc20Abi)('decimals'),
        },
      ]),
    ),
  }
}

/** A token's own fields; the native currency needs no read. */
const tokenCalls = ({ at }: Describe, token: Address) => {
  if (token === NATIVE) return { ...NATIVE_LABEL, totalSupply: 0n }
  const call = at(token, erc20Abi)
  return { symbol: call('symbol'), decimals: call('decimals'), totalSupply: call('totalSupply') }
}

/** The fixed amount in base units; whole tokens are counted by the decimals that the same request reads. */
const amountCall = (
  describe: Describe,
  { amount }: WantedTrade,
  { decimals }: ReturnType<typeof tokenCalls>,
): bigint | Ref<bigint> =>
  decimals === null || typeof decimals === 'number'
    ? baseUnits(amount, NATIVE_LABEL)
    : countedUnits(describe, amount, decimals)

export type QuoteReads = Resolved<ReturnType<typeof quoteCalls>>

/** The result of the reads for a trade. */
export interface Quotes {
  readonly trade: Trade
  readonly weth: Address
  readonly tokenIn: TokenLabel
  readonly tokenOut: TokenLabel
  readonly candidates: readonly Candidate[]
  readonly best: Route | null
}

/**
 * The quotes of a trade. Throws role_not_configured if the configured contracts do not answer as Uniswap's or are of
 * different deployments, invalid_request for an address that is not a token, for a trade of a token for itself, and for what
 * baseUnits refuses.
 */
export function quotesOf(chain: Chain, wanted: WantedTrade, reads: QuoteReads): Quotes {
  const { factory, quoter, router } = dexOf(chain)
  const weth = knownAddress(reads.weth)
  if (weth === null) throw new ApiError('role_not_configured', `dexRouter ${router} does not answer as SwapRouter02`)
  const others = { dexRouter: reads.routerFactory, dexQuoter: reads.quoterFactory }
  for (const [role, own] of Object.entries(others))
    if (own?.toLowerCase() !== factory.toLowerCase())
      throw new ApiError(
        'role_not_configured',
        `${role} ${role === 'dexQuoter' ? quoter : router} does not serve the pools of dexFactory ${factory}`,
      )
  const addressOf = (token: Address) => (token === NATIVE ? weth : token)
  if (addressOf(wanted.tokenIn).toLowerCase() === addressOf(wanted.tokenOut).toLowerCase())
    throw new ApiError(
      'invalid_request',
      `tokenOut: ${weth} is the wrapped form of the native currency, so there is nothing to trade; a wallet wraps and unwraps it`,
    )
  const tokenIn = labelOf('tokenIn', wanted.tokenIn, reads.tokenIn)
  const tokenOut = labelOf('tokenOut', wanted.tokenOut, reads.tokenOut)
  const inPool = ({ address, decimals }: Pick<TokenLabel, 'address' | 'decimals'>) => ({
    address: addressOf(address),
    decimals,
  })
  const ends = [inPool(tokenIn), inPool(tokenOut)] as const
  const amount = baseUnits(wanted.amount, wanted.kind === 'exactInput' ? tokenIn : tokenOut)
  const trade = { ...wanted, amount }
  const candidates = [
    ...(reads.direct ? directCandidates(reads.direct, ends) : []),
    ...Object.entries(reads.through).flatMap(([token, found]) =>
      throughCandidates(found, ends, inPool({ address: checked(token), decimals: found.decimals }), trade.kind),
    ),
  ]
  const routes = candidates.flatMap((candidate) => routeOf(candidate, trade) ?? [])
  return {
    trade,
    weth,
    tokenIn,
    tokenOut,
    candidates,
    best: bestOf(routes, trade.kind),
  }
}

const checked = (token: string): Address => `0x${token.slice(2)}`

function labelOf(field: string, address: Address, token: QuoteReads['tokenIn']): TokenLabel {
  const { symbol, decimals, totalSupply } = token
  if (totalSupply === null)
    throw new ApiError('invalid_request', `${field}: ${address} does not answer as an ERC-20 token`)
  return { address, symbol, decimals }
}
