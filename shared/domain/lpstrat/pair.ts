import { isAddressEqual, type Address } from 'viem'

/** The two tokens of a pool or LP vault; null if it does not report them. */
export interface Pair {
  readonly token0: Address | null
  readonly token1: Address | null
}

/** Tokens of a liquidity strategy: the creator coin, and the dollar token if its generation names one. */
export interface Tokens {
  readonly asset: Address | null
  readonly usdc: Address | null
}

/** Whether the two tokens are not the strategy's coin and dollars, in either order, as far as these are known. */
export function isOtherPair({ token0, token1 }: Pair, { asset, usdc }: Tokens): boolean {
  if (!token0 || !token1 || !asset) return false
  const isPair = (coin: Address, dollars: Address) =>
    isAddressEqual(coin, asset) && (usdc === null || isAddressEqual(dollars, usdc))
  return !isPair(token0, token1) && !isPair(token1, token0)
}

/** Whether the coin is token0; null if the two tokens are not known to be coin and dollars. */
export function coinIsToken0(pair: Pair, tokens: Tokens): boolean | null {
  const { token0, token1 } = pair
  if (!token0 || !token1 || !tokens.asset || !tokens.usdc || isOtherPair(pair, tokens)) return null
  return isAddressEqual(token0, tokens.asset)
}
