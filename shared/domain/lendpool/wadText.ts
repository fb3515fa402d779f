import { formatUnits } from 'viem'
import { tokenText } from '../../text/wording.ts'
import { bucketPrice, LAST_BUCKET } from './bucketPrice.ts'
import type { PoolToken } from './lendpoolCalls.ts'

/** WAD amounts are whole tokens with this many decimal places. */
const WAD_DECIMALS = 18

/** An amount in WAD for a person: whole tokens, with the WAD number itself and the token's scale. */
export const wadText = (wad: bigint, token: PoolToken | null): string =>
  token === null
    ? `${formatUnits(wad, WAD_DECIMALS)} (${wad} in WAD)`
    : `${tokenText(wad, { ...token, decimals: WAD_DECIMALS })} (${wad} in WAD, token scale ${token.scale})`

/** A price in WAD for a person. */
export const priceText = (price: bigint): string => formatUnits(price, WAD_DECIMALS)

/** The price of a bucket: quote tokens for one collateral token; null for an unknown bucket, and for one that no pool has. */
export const bucketPriceText = (index: bigint | null): string | null =>
  index === null || index < 0n || index > LAST_BUCKET ? null : priceText(bucketPrice(index))
