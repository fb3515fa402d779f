import type { account } from '../../schema/account.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { AccountContext } from './context.ts'

/**
 * The address of the session, or the agent of the SIWA receipt, that the request carries, and the account that the
 * address belongs to. Throws store_unavailable.
 */
export const getAuthMe: Handler<typeof account.getAuthMe, AccountContext> = async ({ principal }, { accounts }) => {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const { address, kind } = principal
  const found = await accounts.findByWallet(address)
  return {
    data: {
      kind,
      address,
      expiresAt: new Date(principal.expiresAt * 1000).toISOString(),
      agentId: principal.kind === 'siwa' ? Number(principal.agentId) : null,
      agentRegistry: principal.kind === 'siwa' ? principal.agentRegistry : null,
      account: found && {
        canonicalWallet: found.canonicalWallet,
        wallets: [...found.wallets],
        linked: [...found.linked],
      },
    },
  }
}
