import { type Address, type Client, concatHex, type Hex, numberToHex, parseAbi, zeroAddress } from 'viem'
import { readContract, simulateContract } from 'viem/actions'

/** A pool in the direction of a trade. */
export interface RoutePool {
  readonly address: Address
  readonly fee: number
  readonly tokenIn: Address
  readonly tokenOut: Address
}

export interface LocalRoute {
  readonly pools: readonly RoutePool[]
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** Exchange contracts of the local world. */
export interface LocalDex {
  readonly client: Client
  readonly contracts: Readonly<Record<string, Address>>
}

export interface Wanted {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly type: 'EXACT_INPUT' | 'EXACT_OUTPUT'
  readonly amount: bigint
}

const FEES = [100, 500, 3000, 10_000]
const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[], uint32[], uint256)',
  'function quoteExactOutput(bytes path, uint256 amountOut) returns (uint256 amountIn, uint160[], uint32[], uint256)',
])

/** All routes of one or two pools that can fill a trade, the best first. */
export async function findRoutes({ client, contracts }: LocalDex, wanted: Wanted): Promise<LocalRoute[]> {
  const { dexFactory: factory, dexQuoter: quoter, weth, usdc, creatorCoin } = contracts
  if (!factory || !quoter || !weth) return []
  const { tokenIn, tokenOut, type, amount } = wanted
  const poolsOf = async (from: Address, to: Address): Promise<RoutePool[]> => {
    const found = await Promise.all(
      FEES.map(async (fee) => {
        const args = [from, to, fee] as const
        const address = await readContract(client, { address: factory, abi: factoryAbi, functionName: 'getPool', args })
        return { address, fee, tokenIn: from, tokenOut: to }
      }),
    )
    return found.filter(({ address }) => address !== zeroAddress)
  }
  const middles = [weth, usdc, creatorCoin].flatMap((token) =>
    token === undefined || [tokenIn, tokenOut].includes(token) ? [] : token,
  )
  const through = middles.map(async (middle) => {
    const [near, far] = await Promise.all([poolsOf(tokenIn, middle), poolsOf(middle, tokenOut)])
    return near.flatMap((first) => far.map((second) => [first, second]))
  })
  const direct = (await poolsOf(tokenIn, tokenOut)).map((pool) => [pool])
  const paths = [...direct, ...(await Promise.all(through)).flat()]
  const functionName = type === 'EXACT_INPUT' ? 'quoteExactInput' : 'quoteExactOutput'
  const quoted = paths.map(async (pools): Promise<LocalRoute[]> => {
    const call = { address: quoter, abi: quoterAbi, functionName, args: [packed(pools, type), amount] } as const
    // A path that cannot fill the amount reverts.
    const other = await simulateContract(client, call).then(
      ({ result: [value] }) => value,
      () => 0n,
    )
    if (other === 0n) return []
    const [amountIn, amountOut] = type === 'EXACT_INPUT' ? [amount, other] : [other, amount]
    return [{ pools, amountIn, amountOut }]
  })
  const price = ({ amountIn, amountOut }: LocalRoute): bigint => amountOut - amountIn
  return (await Promise.all(quoted)).flat().toSorted((a, b) => (price(a) < price(b) ? 1 : -1))
}

/** A path as Uniswap packs it, from the side whose amount is fixed. */
function packed(pools: readonly RoutePool[], type: Wanted['type']): Hex {
  const ahead = pools.flatMap(({ tokenIn, tokenOut, fee }, i) => [
    ...(i === 0 ? [tokenIn] : []),
    numberToHex(fee, { size: 3 }),
    tokenOut,
  ])
  return concatHex(type === 'EXACT_INPUT' ? ahead : ahead.toReversed())
}
