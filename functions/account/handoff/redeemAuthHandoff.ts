import type { Address } from 'viem'
import type { handoff } from '../../../schema/handoff.ts'
import { isAdmin } from '../../../shared/auth/admin.ts'
import { isVerified } from '../../../shared/auth/createHandoffCodes.ts'
import { isBrowserRequest, refuseForeignOrigin } from '../../../shared/auth/origin.ts'
import { sessionCookie } from '../../../shared/auth/session.ts'
import { canonicalCswOf } from '../../../shared/domain/account/canonicalCswOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import type { Handoff } from '../../../shared/store/handoffs.ts'
import type { AccountContext } from '../context.ts'

/**
 * Starts a session by a hand-off code. The session is begun before the code is used up, and ended again by whoever does not
 * get the code, so that an outage of the session store costs nobody a code.
 *
 * Throws forbidden_origin, invalid_handoff_code, session_not_configured, rate_limited, store_unavailable.
 */
export const redeemAuthHandoff: Handler<typeof handoff.redeemAuthHandoff, AccountContext> = async (
  { body, request, spend },
  context,
) => {
  const { trustedOrigins, handoffCodes, handoffs, sessions, admins, now } = context
  refuseForeignOrigin(request, trustedOrigins)
  const at = Math.floor(now() / 1000)
  const found = await handoffs.find(await handoffCodes().hashesOf(body.code), at)
  const given = found && (await isVerified(found.codeChallenge, body.codeVerifier)) ? found : null
  const address = given && addressOf(given, await context.accounts.findById(given.profileId), admins)
  if (!given || !address) return refuse(spend)

  const { token, session } = await sessions.start(address)
  let isOurs = false
  try {
    isOurs = await handoffs.consume(given, address, at)
  } finally {
    // Nobody has been told the token: a session that cannot be ended now just expires.
    if (!isOurs) await sessions.revoke(token).catch(() => undefined)
  }
  if (!isOurs) return refuse(spend)
  const expiresAt = new Date(session.expiresAt * 1000).toISOString()
  return {
    data: { address, expiresAt, ...(isBrowserRequest(request) ? {} : { token }) },
    headers: { 'set-cookie': sessionCookie(new URL(request.url), token) },
  }
}

/**
 * Whom a code signs in: the canonical smart wallet of its account, else the wallet that asked for it; null where that is not
 * the account's any more. Rights that an administrator gave to the smart wallet alone do not pass to another wallet.
 */
function addressOf({ address }: Handoff, account: Account | null, admins: ReadonlySet<Address>): Address | null {
  if (!account?.wallets.some((wallet) => wallet.address === address)) return null
  const smart = canonicalCswOf(account)
  return smart !== null && (isAdmin(address, admins) || !isAdmin(smart, admins)) ? smart : address
}

/** One answer, whatever is wrong with a code. Failures count by client alone, and never against a code that is right. */
async function refuse(spend: (name: 'handoffFailure') => Promise<void>): Promise<never> {
  await spend('handoffFailure')
  throw new ApiError('invalid_handoff_code')
}
