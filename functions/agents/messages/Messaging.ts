import type { Address } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { CreditLedgerObject } from '../../../shared/domain/lottery/amoe/creditLedger.ts'
import type { Budget } from '../../../shared/http/Budget.ts'
import type { MessageNetwork } from './network/MessageNetwork.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import type { AgentMessages, RunLease } from '../store/agentMessages.ts'
import type { ConversationStore } from '../../../shared/store/conversations.ts'
import type { RoomRuleStore } from '../../../shared/store/roomRules.ts'

/** The ledger of an account. Throws store_unavailable. */
export type CallLedger = <T>(
  profileId: string,
  ask: (ledger: DurableObjectStub<CreditLedgerObject>) => Promise<T>,
) => Promise<T>

/** What messages are dealt with by. */
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

/** What a run has done so far. */
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
