import type { TokenHandler } from './context.ts'
import { readShareToken } from './rules/readShareToken.ts'
import { tokenList } from './tokenList.ts'

/** A Token Lists document with only this share token, from its name(), symbol() and decimals(). */
export const getTokenListEntry: TokenHandler<'getTokenListEntry'> = async (
  { params: { address } },
  { chain, baseUrl, appUrl },
) => {
  const { token, asOf } = await readShareToken(chain, address)
  return { asOf, data: tokenList(address, asOf.chainId, token, { api: baseUrl, app: appUrl }) }
}
