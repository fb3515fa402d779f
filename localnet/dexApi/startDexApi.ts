import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Address, createClient, getAddress, http, isAddress, zeroAddress } from 'viem'
import * as z from 'zod'
import { type Call, readBody, Refusal, serveJson, type Service } from '../standIn.ts'
import { findRoutes, type LocalDex, type LocalRoute } from './findRoutes.ts'

/** The chain whose pools it knows. */
export interface TradedChain {
  readonly rpcUrl: string
  readonly chainId: number
  readonly contracts: Readonly<Record<string, Address>>
}

export interface LocalDexApi extends Service {
  /** The chain that it quotes from now on. */
  serveChain(chain: TradedChain): void
  /** Which of the routes, the best first, it names; the first by default. */
  choose: (routes: readonly LocalRoute[]) => LocalRoute | undefined
  /** Changes each answer, to simulate an API that lies. */
  alter: ((answer: ReturnType<typeof quoteOf>) => unknown) | undefined
  /** Answers in its place, to simulate one that is broken. */
  respond: ((response: ServerResponse) => void) | undefined
  /** The quotes that were requested. */
  requests(): readonly QuoteRequest[]
}

const address = z
  .string()
  .refine((text) => isAddress(text))
  .transform((text) => getAddress(text))
/** The fields that the API requires, and those that it knows besides. */
const QuoteRequest = z.strictObject({
  type: z.enum(['EXACT_INPUT', 'EXACT_OUTPUT']),
  amount: z.string().regex(/^[1-9][0-9]*$/),
  tokenInChainId: z.number(),
  tokenOutChainId: z.number(),
  tokenIn: address,
  tokenOut: address,
  swapper: address,
  slippageTolerance: z.number().min(0).max(100).optional(),
  protocols: z.array(z.enum(['V2', 'V3', 'V4', 'UNISWAPX_V2', 'UNISWAPX_V3'])).optional(),
  routingPreference: z.enum(['BEST_PRICE', 'FASTEST']).optional(),
})
type QuoteRequest = z.output<typeof QuoteRequest>

/**
 * Stands in for the trading API: `POST /quote` for clients with its key in `x-api-key`, over the pools of Uniswap v3 on the
 * local chain. It builds no transactions.
 */
export async function startDexApi(chain?: TradedChain): Promise<LocalDexApi> {
  const key = randomBytes(24).toString('hex')
  const requests: QuoteRequest[] = []
  let served = chain && open(chain)

  async function answer({ request, response, route }: Call): Promise<unknown> {
    if (api.respond) return api.respond(response)
    if (route !== 'POST /quote') throw new Refusal(404, 'NotFound', 'Not found')
    if (request.headers['x-api-key'] !== key) throw new Refusal(401, 'UnauthorizedError', 'Unknown key')
    if (!/^application\/json$/.test(request.headers['content-type'] ?? ''))
      throw new Refusal(400, 'RequestValidationError', 'content-type must be application/json')
    const wanted = await readBody(request, QuoteRequest)
    requests.push(wanted)
    const { dex, chainId } = served ?? {}
    if (!dex || [wanted.tokenInChainId, wanted.tokenOutChainId].some((id) => id !== chainId))
      throw new Refusal(400, 'RequestValidationError', 'unknown chain')
    const { weth = zeroAddress } = dex.contracts
    const named = (token: Address) => (token === zeroAddress ? weth : token)
    const ends = { tokenIn: named(wanted.tokenIn), tokenOut: named(wanted.tokenOut) }
    const found = api.choose(await findRoutes(dex, { ...wanted, ...ends, amount: BigInt(wanted.amount) }))
    if (!found) throw new Refusal(404, 'ResourceNotFound', 'No quotes available')
    const quote = quoteOf(wanted, found)
    return api.alter ? api.alter(quote) : quote
  }

  const { url, stop } = await serveJson(answer, {
    describe: ({ code, message }) => ({ errorCode: code, detail: message }),
  })
  const api: LocalDexApi = {
    url,
    variables: { DEX_API_URL: url, DEX_API_KEY: key },
    serveChain: (given) => void (served = open(given)),
    choose: ([best]) => best,
    alter: undefined,
    respond: undefined,
    requests: () => requests,
    stop,
  }
  return api
}

function open({ rpcUrl, chainId, contracts }: TradedChain): { dex: LocalDex; chainId: number } {
  return { dex: { client: createClient({ transport: http(rpcUrl) }), contracts }, chainId }
}

/** An answer of the API (ClassicQuote), with the parts that say what is traded, where, and for how much. */
function quoteOf(wanted: QuoteRequest, { pools, amountIn, amountOut }: LocalRoute) {
  const { tokenInChainId: chainId, swapper, slippageTolerance: slippage } = wanted
  const token = (own: Address) => ({ chainId, address: own })
  return {
    requestId: randomUUID(),
    routing: 'CLASSIC',
    permitData: null,
    quote: {
      chainId,
      swapper,
      tradeType: wanted.type,
      input: { token: wanted.tokenIn, amount: String(amountIn) },
      output: { token: wanted.tokenOut, amount: String(amountOut), recipient: swapper },
      slippage,
      quoteId: randomUUID(),
      route: [
        pools.map((pool, i) => ({
          type: 'v3-pool',
          address: pool.address,
          tokenIn: token(pool.tokenIn),
          tokenOut: token(pool.tokenOut),
          fee: String(pool.fee),
          ...(i === 0 ? { amountIn: String(amountIn) } : {}),
          ...(i === pools.length - 1 ? { amountOut: String(amountOut) } : {}),
        })),
      ],
    },
  }
}
