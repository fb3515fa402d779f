import { formatUnits } from 'viem'
import { tokenText } from '../../text/wording.ts'
import type { PoolToken } from './lendpoolCalls.ts'

/** WAD are whole tokens with this many digits after the point. */
const WAD_DECIMALS = 18

/** An amount in WAD for a person: whole tokens, with the number itself and the token's scale. */
export const wadText = (wad: bigint, token: PoolToken | null): string =>
  token === null
    ? `${formatUnits(wad, WAD_DECIMALS)} (${wad} in WAD)`
    : `${tokenText(wad, { ...token, decimals: WAD_DECIMALS })} (${wad} in WAD, token scale ${token.scale})`

/** A price in WAD for a person. */
export const priceText = (price: bigint): string => formatUnits(price, WAD_DECIMALS)
