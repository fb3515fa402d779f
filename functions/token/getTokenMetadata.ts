import type { TokenHandler } from './context.ts'
import { readShareToken } from './rules/readShareToken.ts'
import { tokenMetadata } from './tokenMetadata.ts'

/**
 * The ERC-7572 document of a share token, from name, symbol, decimals, owner, version, description, oftVersion,
 * contractURI and vault of the token, asset() of the vault, and name, symbol, owner and contractURI of that coin.
 */
export const getTokenMetadata: TokenHandler<'getTokenMetadata'> = async (
  { params: { address } },
  { chain, baseUrl, appUrl },
) => {
  const { token, asOf } = await readShareToken(chain, address)
  return { asOf, data: tokenMetadata(address, asOf.chainId, token, { api: baseUrl, app: appUrl }) }
}
