import { type Address, isAddressEqual } from 'viem'
import { isBrowserRequest, refuseForeignOrigin } from '../../../shared/auth/origin.ts'
import { isAdmin } from '../../../shared/auth/principal.ts'
import { sessionCookie } from '../../../shared/auth/session.ts'
import { canonicalCswOf } from '../../../shared/domain/account/canonicalCswOf.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import type { AccountContext, AccountHandler } from '../context.ts'
import type { Handoff } from '../store/handoffs.ts'
import { isVerified } from './createHandoffCodes.ts'
import type { SessionOrigin } from '../../../shared/store/WalletProof.ts'

/**
 * Redeems a hand-off code for a session, while the session that requested the code is live. The new session starts before the
 * code is consumed, and ends again if another request consumed it: an outage of the session store wastes no code.
 *
 * Throws forbidden_origin, invalid_handoff_code, session_not_configured, rate_limited, authority_unknown, store_unavailable.
 */
export const redeemAuthHandoff: AccountHandler<'redeemAuthHandoff'> = async ({ body, request, spend }, context) => {
  const { trustedOrigins, handoffCodes, handoffs, sessions, admins, now } = context
  refuseForeignOrigin(request, trustedOrigins)
  const at = Math.floor(now() / 1000)
  const found = await handoffs.find(await handoffCodes().hashesOf(body.code), at)
  const isGiven = found !== null && (await isVerified(found.codeChallenge, body.codeVerifier))
  const account = isGiven && (await isLive(found, context)) ? await accountOf(found, context) : null
  if (!found || !account) return refuse(spend)

  const address = addressOf(found, account, admins)
  const { token, session } = await sessions.start(address, originOf(found, address, account))
  let isOurs = false
  try {
    isOurs = await handoffs.consume(found, address, at)
  } finally {
    // The token was not returned to anybody: a session that cannot be ended now just expires.
    if (!isOurs) await sessions.revoke(token).catch(() => undefined)
  }
  if (!isOurs) return refuse(spend)
  const expiresAt = new Date(session.expiresAt * 1000).toISOString()
  return {
    data: { address, expiresAt, ...(isBrowserRequest(request) ? {} : { token }) },
    headers: { 'set-cookie': sessionCookie(new URL(request.url), token) },
  }
}

const isLive = async ({ sessionId }: Handoff, { sessions }: AccountContext): Promise<boolean> =>
  sessionId === null || sessions.isLive(sessionId)

/** The account of a code with its current wallets; null if the wallet that requested the code is not one of them. */
async function accountOf(
  { profileId, address }: Handoff,
  { accounts, authority }: AccountContext,
): Promise<Account | null> {
  const stored = await accounts.findById(profileId)
  const account = stored && (await authority.current(stored))
  return account?.wallets.some((wallet) => wallet.address === address) ? account : null
}

/**
 * The address that a code signs in: the canonical smart wallet of its account, else the wallet that requested it. If only the
 * smart wallet is an administrator, the requesting wallet is signed in: it does not gain that right.
 */
function addressOf({ address }: Handoff, account: Account, admins: ReadonlySet<Address>): Address {
  const smart = canonicalCswOf(account)
  return smart !== null && (isAdmin(address, admins) || !isAdmin(smart, admins)) ? smart : address
}

/** The proofs of the session: those of the wallet that requested the code, and the link of the smart wallet that it acts as. */
function originOf({ byWallet, proofs, profileId }: Handoff, address: Address, account: Account): SessionOrigin {
  const isLink = (wallet: Address) => isAddressEqual(wallet, address) && !isAddressEqual(wallet, byWallet)
  const link = account.madeBy === address ? [] : account.proofs.filter(({ wallet }) => isLink(wallet))
  return { method: 'handoff', by: byWallet, profileId, proofs: [...proofs, ...link] }
}

/** One answer for every fault of a code. Failures count per client, and never against a correct code. */
async function refuse(spend: (name: 'handoffFailure') => Promise<void>): Promise<never> {
  await spend('handoffFailure')
  throw new ApiError('invalid_handoff_code')
}
