import { createHash } from 'node:crypto'
import type { Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** An item of `linked_accounts`. */
export type LinkedAccount = Readonly<{ type: string } & Record<string, string | number | null>>

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
  linkChatapp(id: string, account: ChatAccount): LocalUser | 'linked_to_another_user' | 'cannot_link_more_of_type'
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
  const seconds = () => Math.floor(now() / 1000)
  const put = (user: LocalUser): LocalUser => {
    users.set(user.id, user)
    return user
  }
  const make = (email: string, wallets: readonly WalletOf[]): LocalUser => ({
    id: idOf(email),
    createdAt: seconds(),
    accounts: [{ type: 'email', address: email }, ...wallets.map(toAccount)].map((account) => ({
      ...account,
      ...verified(seconds()),
    })),
  })

  return {
    find: (id) => users.get(id),
    open(email) {
      const known = users.get(idOf(email))
      if (known) return { user: known, isNew: false }
      if (users.size >= MOST_USERS) return undefined
      return { user: put(make(email, [{ address: embeddedOf(email), kind: 'embedded' }])), isNew: true }
    },
    setWallets: (email, wallets) => put(make(email, wallets)),
    linkChatapp(id, { id: chatId, username, firstName }) {
      const user = users.get(id)
      if (!user || (byChatAccount.get(chatId) ?? id) !== id) return 'linked_to_another_user'
      const others = user.accounts.filter(({ type }) => type !== 'telegram')
      const linked = user.accounts.find(({ type }) => type === 'telegram')
      if (linked && linked['telegram_user_id'] !== chatId) return 'cannot_link_more_of_type'
      byChatAccount.set(chatId, id)
      const account = { type: 'telegram', telegram_user_id: chatId, username, first_name: firstName }
      return put({ ...user, accounts: [...others, { ...account, ...verified(seconds()) }] })
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const idOf = (email: string): string =>
  `did:privy:${BigInt(`0x${digest(email).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
    .slice(-25)}`

const embeddedOf = (email: string): Address =>
  privateKeyToAddress(`0x${digest(`embedded wallet of ${email}`).toString('hex')}`)

function toAccount({ address, kind }: WalletOf): LinkedAccount {
  if (kind === 'smart') return { type: 'smart_wallet', address, smart_wallet_type: 'coinbase_smart_wallet' }
  const client =
    kind === 'embedded'
      ? { wallet_client_type: 'privy', connector_type: 'embedded' }
      : { wallet_client_type: 'metamask', connector_type: 'injected' }
  return { type: 'wallet', address, chain_type: 'ethereum', ...client }
}

const verified = (at: number) => ({ verified_at: at, first_verified_at: at, latest_verified_at: at })
