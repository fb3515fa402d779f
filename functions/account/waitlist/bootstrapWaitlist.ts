import { requireEmail, syncAccount } from '../../../shared/domain/account/syncAccount.ts'
import { requireUser } from '../../../shared/idp/IdentityProvider.ts'
import { describeAccount } from '../accounts/describeAccount.ts'
import type { AccountHandler } from '../context.ts'

const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u
const CODE = /^[A-Z0-9]{1,16}$/
const LONGEST_EMAIL = 254

/**
 * Syncs the user of an access token into its account, and adds the account to the waitlist. Without a token nothing is read,
 * so that nobody learns who is on the waitlist.
 *
 * Throws unauthenticated, email_not_verified, account_conflict, identity_provider_not_configured,
 * identity_provider_unavailable, store_unavailable.
 */
export const bootstrapWaitlist: AccountHandler<'bootstrapWaitlist'> = async ({ body, principal }, context) => {
  const { provider, waitlist, now } = context
  if (!principal) return { data: { requiresIdpAuth: true, email: readEmail(body.email), waitlistEntryId: null } }
  const user = await requireUser(provider, principal)
  const at = Math.floor(now() / 1000)
  const account = await syncAccount({ ...user, email: await requireEmail(user, context) }, context, at)
  const { id, referralCode } = await waitlist.join({
    profileId: account.profileId,
    idpUserId: user.id,
    referralCode: CODE.test(body.referralCode ?? '') ? (body.referralCode ?? null) : null,
    now: at,
  })
  const described = await describeAccount(account, user, context)
  return { data: { requiresIdpAuth: false, ...described, waitlistEntryId: id, referralCode } }
}

function readEmail(given: string | null | undefined): string | null {
  const email = given?.trim().toLowerCase() ?? ''
  return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : null
}
