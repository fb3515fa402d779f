import { getAddress, isAddress } from 'viem/utils'
import * as z from 'zod'
import { askService } from '../provider/askService.ts'
import { ProviderFailure } from '../provider/ProviderFailure.ts'
import { withCodes } from '../provider/withCodes.ts'
import { isBase58 } from '../text/bytes.ts'
import { jsonOrNothing } from '../text/json.ts'
import type { IdentityAccount, IdentityCrossApp, IdentityUser, IdentityWallet } from './IdentityProvider.ts'

interface UsersApi {
  readonly apiUrl: string
  readonly appId: string
  readonly appSecret: string
}

const TIMEOUT_MS = 5000

/** The API's own answer about a user that does not exist; any other 404 (a wrong URL) says nothing about the user. */
const NotFound = z.object({ error: z.string() })

/**
 * Looks up a user: `GET /v1/users/{id}` with the application's credentials (RFC 7617). Null where the API says that there is
 * no such user. Throws identity_provider_unavailable for everything else.
 */
export const fetchUser = (userId: string, { apiUrl, appId, appSecret }: UsersApi): Promise<IdentityUser | null> =>
  withCodes(
    { failed: 'identity_provider_unavailable' },
    async () => {
      const { status, bytes } = await askService({
        provider: 'identityProvider',
        url: apiUrl,
        path: `/v1/users/${encodeURIComponent(userId)}`,
        basic: [appId, appSecret],
        headers: { 'privy-app-id': appId },
        answers: [200, 404],
        timeoutMs: TIMEOUT_MS,
      })
      const value = jsonOrNothing(bytes)
      if (status === 404 && NotFound.safeParse(value).success) return null
      const user = status === 200 ? readUser(value) : undefined
      if (user?.id !== userId) throw new ProviderFailure('failed', user ? 'another user' : 'malformed', { status })
      return user
    },
    { from: 'users API' },
  )

const MAX_ACCOUNTS = 1000

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }))
  .transform((text) => getAddress(text))

const Account = z.object({ type: z.string() })
/** Unix seconds of the first and of the latest proof; an account without either is not verified. */
const Proof = z.object({ verified_at: z.number().nullish(), latest_verified_at: z.number().nullish() })

/** Only A to Z are put in lower case: another letter that becomes one of them (the Kelvin sign) is another mailbox. */
const Email = z.object({
  address: z
    .string()
    .max(254)
    .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u)
    .transform((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
})
const Wallet = z.object({ chain_type: z.string() })
const EvmWallet = z.object({ address, wallet_client_type: z.string().nullish(), connector_type: z.string().nullish() })
const SmartWallet = z.object({ address })
const SvmWallet = z.object({ address: z.string().refine((text) => isBase58(text, 32)) })
/** Printable ASCII: a subject identifier as issuers give it to users (OpenID Connect Core section 2, `sub`). */
const Subject = z.object({ subject: z.string().regex(/^[!-~]{1,255}$/), username: z.string().nullish() })
const PostSubject = z.object({ subject: z.string().regex(/^\d{1,20}$/) })
const Chatapp = z.object({
  telegram_user_id: z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(/^[1-9]\d{0,15}$/)),
  username: z.string().nullish(),
})
/** Wallets that one account at another application may have here. */
const MAX_CROSS_WALLETS = 20
const CrossWallets = z.array(z.object({ address })).max(MAX_CROSS_WALLETS).nullish()
const CrossApp = z.object({
  subject: z.string().regex(/^[!-~]{1,255}$/),
  provider_app_id: z.string().regex(/^[!-~]{1,128}$/),
  embedded_wallets: CrossWallets,
  smart_wallets: CrossWallets,
})
const User = z.object({ id: z.string(), linked_accounts: z.array(z.unknown()).max(MAX_ACCOUNTS) })

/** The provider's types of accounts elsewhere (https://docs.privy.io/api-reference/users/get), by our kinds. */
const ELSEWHERE: Readonly<Record<string, IdentityAccount['kind']>> = {
  google_oauth: 'google',
  apple_oauth: 'apple',
  twitter_oauth: 'social',
  tiktok_oauth: 'tiktok',
}
const KNOWN = ['email', 'wallet', 'smart_wallet', 'telegram', 'cross_app', ...Object.keys(ELSEWHERE)]
/** Nothing else may reach pages and logs as a name. */
const USERNAME = /^[A-Za-z0-9_.]{1,32}$/

/**
 * A user in an answer of the users API. Accounts that are not verified and those of other types are left out, whatever
 * they hold. Undefined where anything that counts is malformed: a part of a user is not the user.
 */
function readUser(value: unknown): IdentityUser | undefined {
  try {
    const { id, linked_accounts: accounts } = User.parse(value)
    const verified = accounts.flatMap((account) => {
      const { type } = Account.parse(account)
      if (!KNOWN.includes(type)) return []
      const { verified_at, latest_verified_at } = Proof.parse(account)
      return (latest_verified_at ?? verified_at ?? 0) > 0 ? [{ type, account }] : []
    })
    const of = (type: string) => verified.flatMap((item) => (item.type === type ? [item.account] : []))
    return {
      id,
      email: of('email').map((account) => Email.parse(account).address)[0] ?? null,
      wallets: verified.flatMap(({ type, account }) => walletOf(type, account) ?? []),
      svmWallets: of('wallet').flatMap((account) => svmWalletOf(account) ?? []),
      accounts: verified.flatMap(({ type, account }) => accountOf(type, account) ?? []),
      // No decision depends on other applications: one in an unknown form is left out.
      crossApps: of('cross_app').flatMap((account) => crossAppOf(account) ?? []),
      chatapp: of('telegram').map(chatappOf)[0] ?? null,
    }
  } catch (error) {
    if (error instanceof z.ZodError) return undefined
    throw error
  }
}

function walletOf(type: string, account: unknown): IdentityWallet | undefined {
  if (type === 'smart_wallet') return { address: SmartWallet.parse(account).address, kind: 'smart' }
  if (type !== 'wallet' || Wallet.parse(account).chain_type !== 'ethereum') return undefined
  const { address, wallet_client_type: client, connector_type: connector } = EvmWallet.parse(account)
  return { address, kind: connector === 'embedded' && client?.startsWith('privy') ? 'embedded' : 'external' }
}

const svmWalletOf = (account: unknown): string | undefined =>
  Wallet.parse(account).chain_type === 'solana' ? SvmWallet.parse(account).address : undefined

function accountOf(type: string, account: unknown): IdentityAccount | undefined {
  const kind = ELSEWHERE[type]
  if (kind === undefined) return undefined
  const { subject: id, username } = Subject.parse(account)
  if (kind === 'social') PostSubject.parse(account)
  return { kind, id, handle: nameOf(username) }
}

function crossAppOf(account: unknown): IdentityCrossApp | undefined {
  const read = CrossApp.safeParse(account)
  if (!read.success) return undefined
  const { subject, provider_app_id: appId, embedded_wallets, smart_wallets } = read.data
  return { appId, subject, wallets: [...(smart_wallets ?? []), ...(embedded_wallets ?? [])].map((one) => one.address) }
}

const nameOf = (text: string | null | undefined): string | null => (text && USERNAME.test(text) ? text : null)

function chatappOf(account: unknown): NonNullable<IdentityUser['chatapp']> {
  const { telegram_user_id: id, username } = Chatapp.parse(account)
  return { id, username: nameOf(username) }
}
