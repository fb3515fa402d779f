import type { Address } from 'viem'
import { createAccessRequests } from '../functions/account/store/accessRequests.ts'
import { createWaitlist } from '../functions/account/store/waitlist.ts'
import { governanceRoom, uiRoom } from '../functions/agents/rooms/membership/vaultRooms.ts'
import { createCreatorStore } from '../functions/agents/store/creators.ts'
import { createTrendOps } from '../functions/market/store/trendOps.ts'
import { tickerHash } from '../functions/market/trend/ticker.ts'
import { createAccountStore, type Proven } from '../shared/store/accounts.ts'
import { createConversationStore } from '../shared/store/conversations.ts'
import { createRoomRules, type RoomSettings } from '../shared/store/roomRules.ts'
import { createTrendProfiles } from '../shared/store/trendProfiles.ts'
import { lower } from '../shared/text/address.ts'
import { type AccountRole, addressOf, localServerWallet } from './world/accounts.ts'
import { localTicker } from './world/trend.ts'

/** A person in the local world, with everything that the person has proven to own. */
export interface LocalProfile extends Proven {
  readonly id: string
  /** Initial credits for free entries. */
  readonly credits: number
}

const owned = (role: AccountRole) => ({ address: addressOf(role), kind: 'owner' as const })
const social = (id: string, handle: string) => ({ kind: 'social' as const, id, handle })
const chatapp = (id: string, handle: string) => ({ kind: 'chatapp' as const, id, handle })
const svm = (id: string) => ({ kind: 'svm' as const, id, handle: null })

/**
 * The people of the local world; `stranger` and `admin` do not have an account. `wallet` is the contract wallet of
 * `owner`.
 */
export const localProfiles = (wallet: Address): LocalProfile[] => [
  {
    id: 'profile-owner',
    wallets: [{ address: wallet, kind: 'smart' }, owned('owner')],
    linked: [social('10000001', 'aurora')],
    credits: 300,
  },
  {
    id: 'profile-voter',
    wallets: [owned('voter')],
    linked: [social('10000002', 'voter'), svm('HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH')],
    credits: 1000,
  },
  {
    id: 'profile-bidder',
    wallets: [owned('bidder')],
    linked: [svm('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'), svm('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR4')],
    credits: 0,
  },
  {
    id: 'profile-agent',
    wallets: [owned('agent')],
    linked: [chatapp('10000004', 'lantern'), social('10000003', 'lantern')],
    credits: 250,
  },
]

/** Contracts whose rooms the local world has. */
interface RoomContracts {
  readonly vault: Address
  readonly shareToken: Address
  readonly vault2: Address
  readonly shareToken2: Address
}

const DAY = 86_400
const shares = (whole: number): string => `${whole}${'0'.repeat(18)}`

/**
 * The rooms of the local world: one of each type for the first vault, among them one that requires shares held for a week
 * and one that is open to everybody, and a locked one for the second vault, which has no shares yet.
 */
export function localRooms(chainId: number, { vault, shareToken, vault2, shareToken2 }: RoomContracts): RoomSettings[] {
  const room = {
    chainId,
    vault,
    shareToken,
    minShares: '1',
    minHoldSeconds: 0,
    graceSeconds: 0,
    gatingEnabled: true,
    joinLocked: false,
    enabled: true,
  }
  const second = { ...room, vault: vault2, shareToken: shareToken2 }
  return [
    { ...room, type: 'msgnet', roomKey: 'msgnet:aurora-holders', minShares: shares(1000), minHoldSeconds: 7 * DAY },
    { ...room, type: 'msgnet', roomKey: 'msgnet:aurora-lobby', gatingEnabled: false },
    { ...room, type: 'chatapp', roomKey: 'chatapp:-1001234567890', minShares: shares(1), graceSeconds: DAY },
    { ...room, type: 'vault-ui', roomKey: uiRoom(vault), gatingEnabled: false },
    { ...room, type: 'governance', roomKey: governanceRoom(shareToken), minShares: shares(100_000) },
    { ...second, type: 'msgnet', roomKey: 'msgnet:ferry-crew', joinLocked: true },
  ]
}

/** The conversation of the local world that has a vault; its admin is `agent`. */
export const LOCAL_CONVERSATION = '-1001234567890'

/** A namespace as the runtime provides it: it does not know the methods of the class. */
interface Ledgers {
  getByName(name: string): object
}

interface Seeds {
  readonly chainId: number
  readonly contracts: Readonly<Record<string, Address>>
  readonly profiles: readonly LocalProfile[]
  readonly rooms: readonly RoomSettings[]
  /** Families that run; the data of others is left out. */
  readonly families: readonly string[]
  /** Credit ledgers, where the lottery runs. */
  readonly ledgers: () => Ledgers | Promise<Ledgers>
  /** The chain is the one that the state was recorded on. */
  readonly isContinued?: boolean
}

/** Records what the local world has from the start; existing records stay as they are. */
export async function seed(
  db: D1Database,
  { chainId, contracts, profiles, rooms, families, ledgers, isContinued = false }: Seeds,
  now: number,
): Promise<void> {
  const { vault, trendCoin: coin, usdc: creatorToken = null } = contracts
  await seedAccounts(db, profiles, now)
  await seedRooms(db, rooms, now)
  if (families.includes('account')) await seedAccess(db, profiles, now)
  if (families.includes('lottery')) await seedCredits(await ledgers(), profiles, now)
  if (families.includes('social') && vault) await seedConversation(db, { vault, chainId }, now)
  if (families.includes('market') && coin && profiles.length > 0 && !isContinued)
    await seedTrend(db, { chainId, coin, creatorToken }, profiles, now)
}

/** Opens the accounts of profiles as a first sign-in does. */
export async function seedAccounts(db: D1Database, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const accounts = createAccountStore(db)
  await Promise.all(profiles.map(({ id, ...proven }) => accounts.open(proven, now, id)))
}

/** Gives profiles their initial credits, once. */
async function seedCredits(ledgers: Ledgers, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const rich = profiles.filter(({ credits }) => credits > 0)
  await Promise.all(
    rich.map(({ id, credits }) => award(ledgers, { profileId: id, sourceId: 'localnet', points: credits, now })),
  )
}

/** Gives an account credits, as the families with free actions do. */
export async function award(
  ledgers: Ledgers,
  given: { profileId: string; sourceId: string; points: number; now: number },
): Promise<void> {
  const ledger = ledgers.getByName(given.profileId)
  const method: unknown = Reflect.get(ledger, 'award')
  if (typeof method !== 'function') throw new Error('the Durable Object of a credit ledger has no method award')
  await Reflect.apply(method, ledger, [{ ...given, source: 'waitlist_signup', reference: '' }])
}

/** Creates rooms as an editor does. */
export async function seedRooms(db: D1Database, rooms: readonly RoomSettings[], now: number): Promise<void> {
  const rules = createRoomRules(db)
  await Promise.all(rooms.map((room) => rules.save(room, { by: 'localnet', now, read: 0 })))
}

/** Puts profiles on the waitlist; those with a wallet of their own key request creator access. */
async function seedAccess(db: D1Database, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const waitlist = createWaitlist(db)
  const requests = createAccessRequests(db)
  for (const { id, wallets } of profiles) {
    await waitlist.join({ profileId: id, idpUserId: id, referralCode: null, now })
    const own = wallets.find(({ kind }) => kind === 'owner')
    if (own) await requests.ask(own.address, { coin: undefined, wallets: [own.address], now }, { data: null })
  }
}

/** Gives the local conversation the local vault. */
export async function seedConversation(
  db: D1Database,
  { vault, chainId }: { vault: Address; chainId: number },
  now: number,
): Promise<void> {
  const conversation = { conversationId: LOCAL_CONVERSATION, chainId, vault, admins: [addressOf('agent')] }
  await createConversationStore(db).assignVault(conversation, now)
}

/** Enables and lists the agents of profiles with a smart wallet, as their creators would. */
export async function seedCreators(db: D1Database, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const creators = createCreatorStore(db)
  for (const { id, wallets } of profiles) {
    const smart = wallets.find(({ kind }) => kind === 'smart')
    if (!smart) continue
    // On chain, this server wallet is an owner of the smart wallet of the local world.
    const wallet = localServerWallet(`creator-agent-${smart.address.toLowerCase()}`)
    await creators.keepWallet(smart.address, wallet, now)
    await creators.put(
      {
        creatorAddress: smart.address,
        profileId: id,
        agentType: 'smart-wallet',
        serverWalletId: wallet.id,
        smartWalletAddress: smart.address,
        listedPublicly: true,
      },
      now,
      { data: null },
    )
  }
}

/** The trend coin of the local world. */
interface LocalCoin {
  readonly chainId: number
  readonly coin: Address
  readonly creatorToken: Address | null
}

/**
 * Records the trend coin of the local world as reserved and found, as an administrator and the sentinel would, and the first
 * profile as resolved at the trend provider. Records of an earlier chain are deleted, because each new chain has the same id.
 */
export async function seedTrend(
  db: D1Database,
  { chainId, coin, creatorToken }: LocalCoin,
  [first]: readonly LocalProfile[],
  now: number,
): Promise<void> {
  await db.batch(
    ['trend_ops', 'trend_metrics'].map((table) => db.prepare(`delete from ${table} where chain_id = ?`).bind(chainId)),
  )
  const ops = createTrendOps(db, chainId)
  const reserved = { ticker: localTicker, tickerHash: tickerHash(localTicker), groupId: 'api', vaultAddress: null }
  await ops.reserve({ ...reserved, predictedCoin: coin, actor: addressOf('admin'), creatorToken }, now)
  const found = { tickerHash: reserved.tickerHash, predictedCoin: lower(coin), fault: null, coin, txHash: null }
  await ops.move([{ ...found, status: 'funnel_completed' }], 0, now)
  if (!first) return
  const profiles = createTrendProfiles(db)
  await profiles.begin(first.id, 0, now)
  const resolved = {
    subject: 'local-aurora',
    handle: 'aurora',
    displayName: 'Aurora',
    walletAddress: addressOf('owner'),
  }
  await profiles.keep(first.id, resolved, now)
}
