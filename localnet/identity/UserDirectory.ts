import { createHash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** An item of `linked_accounts`. */
export type LinkedAccount = Readonly<
  { type: string } & Record<string, string | number | null | readonly { readonly address: string }[]>
>

export interface LocalUser {
  readonly id: string
  /** Unix seconds. */
  readonly createdAt: number
  readonly accounts: readonly LinkedAccount[]
}

/** A chat account as launch data names it. */
export interface ChatAccount {
  /** Decimal. */
  readonly id: string
  readonly username: string | null
  readonly firstName: string | null
}

export interface UserDirectory {
  find(id: string): LocalUser | undefined
  /** The user of an e-mail address, made where there is none; undefined when there are too many. */
  open(email: string): { readonly user: LocalUser; readonly isNew: boolean } | undefined
  /** Gives the user of an e-mail address other wallets than the one that it would get. */
  setWallets(email: string, wallets: readonly WalletOf[]): LocalUser
  /** Gives the user of an e-mail address a verified account elsewhere, or a wallet of the SVM chain; the user is made if need be. */
  link(email: string, account: AccountElsewhere): LocalUser | 'linked_to_another_user' | 'cannot_link_more_of_type'
  /** The same, even if another user has it: a provider that breaks its own rules. */
  forceLink(email: string, account: AccountElsewhere): LocalUser
  /** Moves the user of an e-mail address to another one; the next user of the old address is somebody else. */
  changeEmail(email: string, to: string): LocalUser
  /** Deletes the user of an e-mail address; the next user of the address is somebody else. */
  remove(email: string): void
  /** Takes all accounts of a type from the user of an e-mail address: `google_oauth`, `email`, `wallet` … */
  unlink(email: string, type: string): void
  linkChatapp(id: string, account: ChatAccount): LocalUser | 'linked_to_another_user' | 'cannot_link_more_of_type'
  /** Lets go of the chat account. */
  unlinkChatapp(id: string): void
  /** Gives a user a chat account even if another user has it: a provider that breaks its own rules. */
  forceChatapp(id: string, account: ChatAccount): void
}

/** Accounts elsewhere as the users API shows them (https://docs.privy.io/api-reference/users/get). */
export type AccountElsewhere =
  | {
      readonly type: 'google_oauth' | 'apple_oauth' | 'twitter_oauth' | 'tiktok_oauth'
      readonly subject: string
      readonly username?: string | null | undefined
    }
  | { readonly type: 'wallet'; readonly chain_type: 'solana'; readonly address: string }
  | {
      readonly type: 'cross_app'
      readonly provider_app_id: string
      readonly subject: string
      readonly embedded_wallets: readonly { readonly address: string }[]
    }

interface WalletOf {
  readonly address: Address
  readonly kind: 'embedded' | 'external' | 'smart'
}

const MOST_USERS = 2000

/**
 * Users by e-mail address. Id and embedded wallet are made from the address, so that a user is the same after a
 * restart, like the accounts in the database. `now` is in milliseconds.
 */
export function createUserDirectory(now: () => number): UserDirectory {
  const users = new Map<string, LocalUser>()
  const byChatAccount = new Map<string, string>()
  /** From what the id of an address's user is made, of addresses that have changed hands. */
  const seeds = new Map<string, string>()
  const seedOf = (email: string) => seeds.get(email) ?? email
  const letGo = (email: string) => seeds.set(email, `${email} after ${users.size + seeds.size} users`)
  const seconds = () => Math.floor(now() / 1000)
  const put = (user: LocalUser): LocalUser => {
    users.set(user.id, user)
    return user
  }
  const make = (email: string, wallets: readonly WalletOf[]): LocalUser => ({
    id: idOf(seedOf(email)),
    createdAt: seconds(),
    accounts: [{ type: 'email', address: email }, ...wallets.map(toAccount)].map((account) => ({
      ...account,
      ...verified(seconds()),
    })),
  })

  const withChatapp = (user: LocalUser, account?: ChatAccount): LocalUser => {
    const others = user.accounts.filter(({ type }) => type !== 'telegram')
    if (!account) return put({ ...user, accounts: others })
    const { id, username, firstName } = account
    const linked = { type: 'telegram', telegram_user_id: id, username, first_name: firstName, ...verified(seconds()) }
    return put({ ...user, accounts: [...others, linked] })
  }

  const open = (email: string): LocalUser =>
    users.get(idOf(seedOf(email))) ?? put(make(email, [{ address: embeddedOf(seedOf(email)), kind: 'embedded' }]))
  const add = (user: LocalUser, account: AccountElsewhere): LocalUser =>
    put({ ...user, accounts: [...user.accounts, { ...shapeOf(account), ...verified(seconds()) }] })
  const hasIt = ({ accounts }: LocalUser, account: AccountElsewhere): boolean =>
    accounts.some((one) => one.type === account.type && one[keyOf(account)] === Reflect.get(account, keyOf(account)))

  return {
    find: (id) => users.get(id),
    open(email) {
      const known = users.get(idOf(seedOf(email)))
      if (known) return { user: known, isNew: false }
      if (users.size >= MOST_USERS) return undefined
      return { user: open(email), isNew: true }
    },
    setWallets: (email, wallets) => put(make(email, wallets)),
    link(email, account) {
      const user = open(email)
      if (hasIt(user, account)) return user
      if ([...users.values()].some((other) => hasIt(other, account))) return 'linked_to_another_user'
      const isOne = account.type !== 'wallet' && user.accounts.some(({ type }) => type === account.type)
      return isOne ? 'cannot_link_more_of_type' : add(user, account)
    },
    forceLink: (email, account) => add(open(email), account),
    changeEmail(email, to) {
      const user = open(email)
      seeds.set(to, seedOf(email))
      letGo(email)
      const others = user.accounts.filter(({ type }) => type !== 'email')
      return put({ ...user, accounts: [{ type: 'email', address: to, ...verified(seconds()) }, ...others] })
    },
    remove(email) {
      users.delete(idOf(seedOf(email)))
      letGo(email)
    },
    unlink(email, unwanted) {
      const user = open(email)
      put({ ...user, accounts: user.accounts.filter(({ type }) => type !== unwanted) })
    },
    linkChatapp(id, account) {
      const user = users.get(id)
      if (!user || (byChatAccount.get(account.id) ?? id) !== id) return 'linked_to_another_user'
      const linked = user.accounts.find(({ type }) => type === 'telegram')
      if (linked && linked['telegram_user_id'] !== account.id) return 'cannot_link_more_of_type'
      byChatAccount.set(account.id, id)
      return withChatapp(user, account)
    },
    unlinkChatapp(id) {
      const user = users.get(id)
      const linked = user?.accounts.find(({ type }) => type === 'telegram')
      if (user) withChatapp(user)
      byChatAccount.delete(String(linked?.['telegram_user_id']))
    },
    forceChatapp(id, account) {
      const user = users.get(id)
      if (user) withChatapp(user, account)
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const idOf = (email: string): string =>
  `did:privy:${BigInt(`0x${digest(email).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
    .slice(-25)}`

/** Key of the embedded wallet of an e-mail address: here, anybody may sign with it. */
export const embeddedKeyOf = (email: string): Hex => `0x${digest(`embedded wallet of ${email}`).toString('hex')}`

const embeddedOf = (email: string): Address => privateKeyToAddress(embeddedKeyOf(email))

const keyOf = ({ type }: AccountElsewhere): 'address' | 'subject' => (type === 'wallet' ? 'address' : 'subject')

function shapeOf(account: AccountElsewhere): LinkedAccount {
  if (account.type === 'cross_app') return { ...account, smart_wallets: [] }
  if (account.type === 'wallet') return { ...account, wallet_client_type: 'phantom', connector_type: 'solana_adapter' }
  const { type, subject, username = null } = account
  const email = `${subject}@example.com`
  if (type === 'google_oauth') return { type, subject, email, name: username }
  if (type === 'apple_oauth') return { type, subject, email }
  return { type, subject, username, name: username, ...(type === 'twitter_oauth' ? { profile_picture_url: null } : {}) }
}

function toAccount({ address, kind }: WalletOf): LinkedAccount {
  if (kind === 'smart') return { type: 'smart_wallet', address, smart_wallet_type: 'coinbase_smart_wallet' }
  const client =
    kind === 'embedded'
      ? { wallet_client_type: 'privy', connector_type: 'embedded' }
      : { wallet_client_type: 'metamask', connector_type: 'injected' }
  return { type: 'wallet', address, chain_type: 'ethereum', ...client }
}

const verified = (at: number) => ({ verified_at: at, first_verified_at: at, latest_verified_at: at })
