import { parseAbi } from 'viem'

/** Uniswap v3 factory (https://docs.uniswap.org/contracts/v3/reference/core/UniswapV3Factory). */
export const uniswapV3FactoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])

/** Uniswap v3 pool (https://docs.uniswap.org/contracts/v3/reference/core/UniswapV3Pool). */
export const uniswapV3PoolAbi = parseAbi([
  'function factory() view returns (address)',
  'function fee() view returns (uint24)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
  // Reverts with "OLD" if the pool's history is shorter than the longest of `secondsAgos`.
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])

/** Getters of Uniswap's v3 routers (IPeripheryImmutableState of v3-periphery). */
export const uniswapV3RouterAbi = parseAbi(['function factory() view returns (address)'])
