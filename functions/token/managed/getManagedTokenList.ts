import type { TokenHandler } from '../context.ts'
import { getAddress } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { stored } from '../../../shared/store/stored.ts'
import { listEntry } from '../tokenList.ts'

/**
 * The managed list as a Token Lists document, from the store alone; its timestamp is that of the last change. Throws
 * token_list_empty, since the schema of the standard wants at least one token, and store_unavailable.
 */
export const getManagedTokenList: TokenHandler<'getManagedTokenList'> = async (
  _,
  { chain, managedTokens, baseUrl, appUrl },
) => {
  const { chainId } = chain.config
  const { state, tokens } = await stored(() => managedTokens.read(chainId))
  if (!state || tokens.length === 0) throw new ApiError('token_list_empty')
  const { major, minor, patch, changedAt } = state
  return {
    data: {
      name: 'Creator Vault Share Tokens',
      timestamp: new Date(changedAt * 1000).toISOString(),
      version: { major, minor, patch },
      tokens: tokens.map((token) =>
        listEntry(getAddress(token.address), chainId, token, { api: baseUrl, app: appUrl }),
      ),
    },
  }
}
