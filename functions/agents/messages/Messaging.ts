import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import type { CreditLedgerObject } from '../../../shared/domain/lottery/amoe/creditLedger.ts'
import type { Budget } from '../../../shared/http/Budget.ts'
import type { ConversationStore } from '../../../shared/store/conversations.ts'
import type { RoomRuleStore } from '../../../shared/store/roomRules.ts'
import type { AgentMessage, AgentMessages, RunLease } from '../store/agentMessages.ts'
import type { MessageNetwork } from './network/MessageNetwork.ts'

/** The ledger of an account. Throws store_unavailable. */
export type CallLedger = <T>(
  profileId: string,
  ask: (ledger: DurableObjectStub<CreditLedgerObject>) => Promise<T>,
) => Promise<T>

/** The parts that process messages. */
export interface Messaging {
  readonly network: MessageNetwork
  readonly store: AgentMessages
  readonly ledger: CallLedger
  readonly chain: Chain
  readonly authority: Pick<Authority, 'behind'>
  readonly conversations: ConversationStore
  readonly rooms: RoomRuleStore
  /** The service's own agent, direct messages to which earn credits; undefined if it has none. */
  readonly ownAgent: Address | undefined
  readonly appUrl: string
  /** Whether commands may be enqueued for keepers; while they may not, they are kept. */
  readonly mayQueue: boolean
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Counts of a run so far. */
export interface Tally {
  agents: number
  agentsUnavailable: number
  conversationsUnavailable: number
  processed: number
  replied: number
  fallbackReplies: number
  commandsQueued: number
  deferredUnsupported: number
  awarded: number
  errors: number
}

/** A run that has the messages for itself. */
export interface MessageRun extends Messaging {
  readonly lease: RunLease
  readonly budget: Budget
  readonly tally: Tally
}

export const secondsOf = ({ now }: Pick<Messaging, 'now'>): number => Math.floor(now() / 1000)

/** Wallets of an inbox that are looked at. */
const MOST_WALLETS = 8

/** The accounts, each once, behind the wallets of an inbox. Throws authority_unknown, store_unavailable. */
export async function profilesOf(
  wallets: readonly Address[],
  { authority }: Pick<Messaging, 'authority'>,
): Promise<string[]> {
  const found = await Promise.all(wallets.slice(0, MOST_WALLETS).map((wallet) => authority.behind(wallet)))
  return [...new Set(found.flatMap(({ account }) => account?.profileId ?? []))]
}

const Texts = z.array(z.string())

/** The wallets of the inbox that a message came from. */
export const walletsOf = ({ senderAddresses }: AgentMessage): Address[] =>
  Texts.parse(JSON.parse(senderAddresses)).flatMap((text) => (isAddress(text) ? [getAddress(text)] : []))

/** Agents of creators in one run; the service's own comes besides. */
export const MOST_AGENTS = 10
/** Messages of one agent that one run takes up, and as many that it deals with. */
export const MOST_HANDLED = 20
/** Of an agent with so many messages waiting nothing more is taken up: the network keeps them. */
export const MOST_WAITING = 200
/** Pages of conversations that one run looks through for an agent. */
export const MOST_PAGES = 20
/** Conversations of an agent that may fail in a run; one more, and the agent is left to the next. */
export const MOST_FAILURES = 3

/** The span before a checkpoint that is read again, for messages that arrived late. */
export const LOOK_BACK_MS = 120_000
/** Of an inbox, and of a conversation, that was never read, only this much of the past is. */
export const FIRST_LOOK_MS = 86_400_000

/** A run begins nothing after the first, and is over after the second. */
export const TIME = { workMs: 50_000, endMs: 55_000 }
/** Longer than a run takes: it ends the lease itself, unless it was cut off. */
export const LEASE_SECONDS = 90
/** How long the gateway, the chain or a ledger may take to answer. */
export const CALL_MS = 5000

/** After failures in a row a message waits twice as long each time, up to an hour. */
export const RETRY_SECONDS = 60
export const LONGEST_RETRY_SECONDS = 3600
/** Failures after which an answer is given up; a credit is not. */
export const MOST_ATTEMPTS = 12
