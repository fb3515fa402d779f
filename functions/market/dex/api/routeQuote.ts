import { isAddressEqual } from 'viem'
import type { Quote } from '../readQuote.ts'
import { NATIVE, type Trade, type WantedTrade } from '../Trade.ts'
import { erc20Abi } from '../../../../shared/abi/standards.ts'
import { baseUnits } from '../../../../shared/calldata/baseUnits.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { type FailureCodes, toApiError } from '../../../../shared/provider/withCodes.ts'
import type { MarketContext } from '../../context.ts'
import type { ClaimedRoute } from './createDexApi.ts'
import { NATIVE_LABEL } from '../../../../shared/text/wording.ts'

const CODES: FailureCodes = { failed: 'dex_provider_unavailable' }
/** Errors that refute the route that the API claims. */
const REFUTED = ['no_route', 'insufficient_liquidity'] as const

type Parts = Pick<MarketContext, 'chain' | 'dexApi'>

/**
 * Quotes a trade onchain: through all its routes, or through the one that the trading API names. That route too is quoted
 * onchain only, and only if its pools exist there: the API chooses a path and nothing else.
 *
 * Throws dex_not_configured, dex_provider_unavailable, dex_route_not_taken, rate_limited, and what `quote` throws.
 */
export async function routeQuote<T extends Quote | null>(
  { trade: wanted, source }: { readonly trade: WantedTrade; readonly source: 'chain' | 'api' },
  context: Parts,
  quote: (trade: WantedTrade) => Promise<T>,
): Promise<T> {
  if (source === 'chain') return quote(wanted)
  const trade = await inBaseUnits(context.chain, wanted)
  const route = await requestRoute(trade, context)
  const [first, second] = route.hops
  const path = { fees: route.hops.map(({ fee }) => fee), ...(second ? { through: first.tokenOut } : {}) }
  const read = await quote({ ...trade, path }).catch((error: unknown) => {
    const isRefuted = error instanceof ApiError && REFUTED.some((code) => code === error.code)
    throw isRefuted ? unusable('the pools do not exist onchain, or cannot fill the amount') : error
  })
  if (read && !isSame(route, read)) throw unusable('the pools or tokens differ onchain')
  return read
}

/** A trade with its amount in base units, which the API requires; whole tokens cost a read first. */
async function inBaseUnits(chain: Chain, { amount, ...trade }: WantedTrade): Promise<Trade> {
  if (typeof amount === 'bigint') return { ...trade, amount }
  const address = trade.kind === 'exactInput' ? trade.tokenIn : trade.tokenOut
  if (address === NATIVE) return { ...trade, amount: baseUnits(amount, NATIVE_LABEL) }
  const { value } = await chain.read(({ at }) => ({ decimals: at(address, erc20Abi)('decimals') }))
  return { ...trade, amount: baseUnits(amount, { address, symbol: null, ...value }) }
}

/** The route that the API names. The request has the router's address in place of the user's. */
async function requestRoute(trade: Trade, { chain, dexApi }: Parts): Promise<ClaimedRoute> {
  const swapper = chain.role('dexRouter')
  if (!dexApi) throw new ApiError('dex_not_configured')
  const route = await dexApi.findRoute(trade, swapper).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind !== 'throttled') throw toApiError(error, CODES)
    const { retryAfter = 1 } = error
    const text = `the trading API limits requests; retry after ${retryAfter} seconds`
    throw new ApiError('rate_limited', text, { 'retry-after': String(retryAfter) })
  })
  if (!route) throw new ApiError('dex_route_not_taken')
  return route
}

const unusable = (reason: string): ApiError => toApiError(new ProviderFailure('failed', reason), CODES)

/** Whether the onchain route equals the claimed one. The native currency trades in its wrapped form. */
function isSame(claimed: ClaimedRoute, { route: { hops }, trade }: Quote): boolean {
  const ends = [
    [claimed.tokenIn, trade.tokenIn, hops[0]?.tokenIn],
    [claimed.tokenOut, trade.tokenOut, hops.at(-1)?.tokenOut],
  ] as const
  return (
    hops.length === claimed.hops.length &&
    ends.every(([own, requested, traded]) =>
      requested === NATIVE ? [NATIVE, traded].includes(own) : isAddressEqual(own, requested),
    ) &&
    hops.every((hop, i) => {
      const own = claimed.hops[i]
      return (
        own !== undefined &&
        isAddressEqual(own.pool, hop.pool) &&
        isAddressEqual(own.tokenIn, hop.tokenIn) &&
        isAddressEqual(own.tokenOut, hop.tokenOut)
      )
    })
  )
}
