import type { token } from '../../schema/token/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { readShareToken } from './rules/readShareToken.ts'
import type { TokenContext } from './context.ts'
import { tokenList } from './tokenList.ts'

/** A Token Lists document with only this share token, from its name(), symbol() and decimals(). */
export const getTokenListEntry: Handler<typeof token.getTokenListEntry, TokenContext> = async (
  { params: { address } },
  { chain, baseUrl, appUrl },
) => {
  const { token, asOf } = await readShareToken(chain, address)
  return { asOf, data: tokenList(address, asOf.chainId, token, { api: baseUrl, app: appUrl }) }
}
