import { ApiError } from '../../errors/ApiError.ts'
import type { Account } from '../../store/accounts.ts'

/**
 * The account that somebody may read and change. Throws wallet_session where they act for a wallet of another’s account only,
 * account_not_found where the wallet has none.
 */
export function accountOf({
  account,
  isWalletOnly,
}: {
  readonly account: Account | null
  readonly isWalletOnly: boolean
}) {
  if (account) return account
  throw new ApiError(isWalletOnly ? 'wallet_session' : 'account_not_found')
}
