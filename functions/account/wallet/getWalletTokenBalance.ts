import type { wallet } from '../../../schema/account/wallet.ts'
import { readBalance } from './readBalance.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'

/**
 * A balance from the token itself (ERC-20), or from Multicall3 for the chain's own currency. Throws not_a_token, and what a
 * chain read throws.
 */
export const getWalletTokenBalance: Handler<typeof wallet.getWalletTokenBalance, AccountContext> = async (
  { query, principal },
  { chain },
) => {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const { token, address = principal.address } = query
  const { value, asOf } = await readBalance(chain, address, token)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      address,
      token: token ?? null,
      balance: String(value.balance),
      decimals: value.decimals,
      symbol: value.symbol,
    },
  }
}
