import type { TokenHandler } from '../context.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { stored } from '../../../shared/store/stored.ts'
import { verifyShareToken } from './verifyShareToken.ts'

/**
 * Lists a share token once it is verified, renews what is listed of it, or takes it off. Repeating a request changes nothing.
 *
 * Throws not_a_share_token, role_not_configured where only a registry could decide, token_list_full, store_unavailable, and
 * what a chain read throws.
 */
export const updateManagedTokenList: TokenHandler<'updateManagedTokenList'> = async (
  { body: { shareToken, remove } },
  { chain, managedTokens, now },
) => {
  const seconds = Math.floor(now() / 1000)
  const { chainId } = chain.config
  if (remove) {
    const { removed, list } = await stored(() => managedTokens.remove(chainId, shareToken, seconds))
    return { data: { ...DONE, chainId, removed, token: null, ...list } }
  }
  const { token, genesis, asOf } = await verifyShareToken(chain, shareToken)
  const { outcome, list } = await stored(() =>
    managedTokens.put({ genesis, chainId, blockNumber: Number(asOf.blockNumber), ...token }, seconds),
  )
  if (outcome === 'full') throw new ApiError('token_list_full')
  return {
    asOf,
    data: {
      ...DONE,
      chainId,
      added: outcome === 'added',
      updated: outcome === 'updated',
      token,
      ...list,
    },
  }
}

const DONE = { ok: true, added: false, updated: false, removed: false } as const
