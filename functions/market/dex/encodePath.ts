import { encodePacked, type Hex } from 'viem'
import type { Hop, Trade } from './Trade.ts'

/** Tokens and fees as Uniswap packs them, from the side whose amount is fixed (v3-periphery, Path.sol). */
export function encodePath(hops: readonly Pick<Hop, 'tokenIn' | 'tokenOut' | 'fee'>[], kind: Trade['kind']): Hex {
  const ordered = kind === 'exactInput' ? hops : hops.toReversed()
  const parts = ordered.map(({ tokenIn, tokenOut, fee }) =>
    kind === 'exactInput' ? { from: tokenIn, to: tokenOut, fee } : { from: tokenOut, to: tokenIn, fee },
  )
  const [first] = parts
  if (!first) throw new Error('a route has at least one pool')
  return parts.reduce<Hex>(
    (path, { fee, to }) => encodePacked(['bytes', 'uint24', 'address'], [path, fee, to]),
    encodePacked(['address'], [first.from]),
  )
}
