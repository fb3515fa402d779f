import type { Address } from 'viem'
import { settleEmail } from '../../../shared/domain/account/syncAccount.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { type IdentityUser, requireUser } from '../../../shared/idp/IdentityProvider.ts'
import type { Account, LinkedAccount } from '../../../shared/store/accounts.ts'
import type { AccountHandler } from '../context.ts'
import { requireAccount } from '../requireAccount.ts'
import { describeAccount } from './describeAccount.ts'
import { isMeant, KINDS } from './linkable.ts'

type Which = string | undefined

/**
 * Removes links of the session's account, which must be the account of the user as well. Points stay. A link that the identity
 * provider would restore by itself cannot be removed: a wallet that was given up because somebody else has its key must
 * not come back.
 *
 * Throws account_conflict, last_login_method, linked_at_provider, provider_not_configured, unauthenticated,
 * identity_provider_unavailable, store_unavailable.
 */
export const unlinkAccount: AccountHandler<'unlinkAccount'> = async (
  { body: { provider, value }, principal },
  context,
) => {
  if (provider === 'cointrend_cross_app') throw new ApiError('provider_not_configured')
  const { provider: idp, authority, identities, chatLinks, sessions, now } = context
  const user = await requireUser(idp, principal)
  const { account: own } = await requireAccount(authority, principal, 'unlinking')
  if (!own.linked.some(({ kind, id }) => kind === 'idp' && id === user.id))
    throw new ApiError('account_conflict', 'the user of the access token is not linked to the account of the session')
  const { profileId } = own
  const moved = own.linked.filter(({ kind, id }) => kind === 'email' && id !== user.email)
  if (moved.length > 0) await settleEmail(user, context)
  const which = value ?? undefined

  if (provider === 'chatapp') {
    const chats = linkedOf(own, 'chatapp', which)
    await Promise.all(chats.map(({ id }) => chatLinks.unlink(id, profileId, Math.floor(now() / 1000))))
    const linked = own.linked.filter((one) => ![...chats, ...moved].includes(one))
    return { data: await describeAccount({ ...own, linked }, user, context) }
  }

  const going = provider === 'external_eoa' ? walletsToUnlink(own, user, which, principal.address) : []
  const linked =
    provider === 'external_eoa' ? [] : linkedOf(own, provider === 'email' ? 'email' : KINDS[provider], which)
  if (provider === 'email' && linked.some(({ id }) => id === user.email))
    throw new ApiError(
      'linked_at_provider',
      'provider: the identity provider still shows this e-mail address; remove it there first',
    )
  const { removed, left } = await identities.detach(
    profileId,
    { linked, wallets: going },
    principal.address,
    Math.floor(now() / 1000),
  )
  const all = own.wallets.map(({ address }) => address)
  await sessions.end(all, { wallets: removed, signers: all })

  if (!left) throw new ApiError('store_unavailable')
  if (left.wallets.some(({ address }) => going.includes(address))) throw new ApiError('last_login_method')
  return { data: await describeAccount(await authority.currentIfKnown(left), user, context) }
}

const linkedOf = ({ linked }: Account, wanted: LinkedAccount['kind'], which: Which): LinkedAccount[] =>
  linked.filter(
    ({ kind, id }) => kind === wanted && id === (wanted === 'email' ? (which?.toLowerCase() ?? id) : (which ?? id)),
  )

/** Wallets whose private key the identity provider does not hold. Throws last_login_method, linked_at_provider. */
function walletsToUnlink({ wallets }: Account, user: IdentityUser, which: Which, session: Address): Address[] {
  const shown = new Map(user.wallets.map(({ address, kind }) => [address, kind]))
  const going = wallets
    .filter(({ kind, address }) => kind === 'owner' && shown.get(address) !== 'embedded' && isMeant(address, which))
    .map(({ address }) => address)
  if (going.includes(session))
    throw new ApiError(
      'last_login_method',
      'value: is the wallet of this session; choose another wallet, or sign in with another wallet first',
    )
  if (going.some((address) => shown.has(address)))
    throw new ApiError(
      'linked_at_provider',
      'value: the identity provider still shows this wallet; remove it there first',
    )
  return going
}
