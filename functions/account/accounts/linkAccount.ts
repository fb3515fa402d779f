import { settleEmail } from '../../../shared/domain/account/syncAccount.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { type IdentityUser, requireUser } from '../../../shared/idp/IdentityProvider.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import { lower } from '../../../shared/text/address.ts'
import type { AccountHandler, AccountContext } from '../context.ts'
import { requireAccount } from '../requireAccount.ts'
import { describeAccount } from './describeAccount.ts'
import { LINK_POINTS, partsToLink } from './linkable.ts'
import { linkUser } from './linkUser.ts'

/**
 * Links identities that the identity provider shows now to the account of the session; `value` only selects. The first
 * link of a provider earns points. A chat account must have been linked in the Mini App.
 *
 * Throws account_conflict, identity_link_missing, email_not_verified, link_required, provider_not_configured,
 * account_not_found, unauthenticated, identity_provider_unavailable, store_unavailable.
 */
export const linkAccount: AccountHandler<'linkAccount'> = async ({ body: { provider, value }, principal }, context) => {
  if (provider === 'cointrend_cross_app') throw new ApiError('provider_not_configured')
  const { provider: idp, authority, points, now } = context
  const at = Math.floor(now() / 1000)
  const user = await requireUser(idp, principal)
  const { account: own } = await requireAccount(authority, principal, 'stored')
  const which = value ?? undefined

  const select = async () =>
    provider === 'chatapp'
      ? { linked: [await requireChatLink(own, user, which, context)], wallets: [] }
      : partsToLink(provider, which, user, signerOf(own, principal.address))
  const parts = await select().catch(async (refused: unknown) => {
    await settleEmail(user, context)
    throw refused
  })
  // The Durable Object of the chat user attaches the chat account.
  const attached = provider === 'chatapp' ? { linked: [], wallets: [] } : parts
  const linked = await linkUser(user, attached, principal.address, context, at)

  const award = { profileId: linked.profileId, provider, amount: LINK_POINTS[provider], now: at }
  const earning = parts.wallets.map((address) => ({ kind: 'wallet' as const, id: lower(address) }))
  if (award.amount > 0) await points.awardLink(award, [...parts.linked, ...earning])
  return { data: await describeAccount(withAll(await authority.current(linked), parts.linked), user, context) }
}

/** Throws identity_link_missing if `which` is another chat account, link_required, store_unavailable. */
async function requireChatLink(
  { profileId }: Account,
  { chatapp }: IdentityUser,
  which: string | undefined,
  { chatLinks }: AccountContext,
) {
  if (chatapp !== null && which !== undefined && which !== chatapp.id)
    throw new ApiError(
      'identity_link_missing',
      'value: is not the chat account that the identity provider shows for this user; omit it to link that account',
    )
  if (chatapp === null || !(await chatLinks.isLinked(chatapp.id, profileId))) throw new ApiError('link_required')
  return { kind: 'chatapp' as const, id: chatapp.id, handle: chatapp.username }
}

/** The wallet of the session, if a key signs for it. */
const signerOf = ({ wallets }: Account, address: string) =>
  wallets.find((wallet) => wallet.kind === 'owner' && wallet.address === address)?.address

/** The account, with links that are not in it yet: they are stored elsewhere first. */
const withAll = (account: Account, links: Account['linked']): Account => {
  const missing = links.filter(({ kind, id }) => !account.linked.some((one) => one.kind === kind && one.id === id))
  return { ...account, linked: [...account.linked, ...missing] }
}
