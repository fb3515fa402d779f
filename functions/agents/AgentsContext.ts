import type { Address } from 'viem'
import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import { createWalletCustody } from '../../shared/idp/createWalletCustody.ts'
import type { WalletCustody } from '../../shared/idp/WalletCustody.ts'
import { agentOf, type OwnAgent } from '../../shared/env/agentEnv.ts'
import type { Context } from '../../shared/http/handler.ts'
import type { Self } from '../../shared/http/serve.ts'
import { createIntelligencePorts } from './intelligence/sources/createIntelligencePorts.ts'
import { createReadOutside } from '../../shared/outside/createReadOutside.ts'
import type { ReadOutside } from '../../shared/outside/ReadOutside.ts'
import type { ArtifactStorage } from '../../shared/artifacts/ArtifactStorage.ts'
import { createArtifactStorage } from '../../shared/artifacts/createArtifactStorage.ts'
import { createProviders } from '../../shared/artifacts/createProviders.ts'
import type { Authority } from '../../shared/domain/authority/createAuthority.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import { type AgentRecords, createAgentRecords } from '../../shared/store/agentRecords.ts'
import { createArtifactStore } from '../../shared/store/artifacts.ts'
import { createLogStore, type LogStore } from '../../shared/store/createLogStore.ts'
import { createCreatorStore, type CreatorStore } from './store/creators.ts'
import { createFeedbackChecks, type FeedbackChecks } from '../../shared/store/feedbackChecks.ts'
import { createFeedbackRows, type FeedbackRows } from '../../shared/store/feedbackRows.ts'
import { createIntelligenceStore } from './store/intelligence.ts'
import type { AgentsEnv } from './env.ts'
import { createMessaging } from './messages/createMessaging.ts'
import type { Messaging } from './messages/Messaging.ts'
import { createVerifier, type Verifier } from './identity/verification/createVerifier.ts'
import { createRooms, type Rooms } from './rooms/createRooms.ts'
import { createIntelligence, type Intelligence } from './intelligence/createIntelligence.ts'
import { type Assistant, createAssistant } from './messages/assistant/createAssistant.ts'
import { createPayments, type Payments } from './review/createPayments.ts'
import { createPaymentLedgers, type PaymentLedgers } from './review/paymentLedgerStore.ts'

/** What builders need: the chain as it is, and a way to simulate what they built. */
export interface BuildContext extends Context {
  readonly simulate: Simulate
}

export interface AgentsContext extends BuildContext {
  readonly store: LogStore
  readonly feedback: FeedbackRows
  readonly authority: Authority
  readonly records: AgentRecords
  readonly checks: FeedbackChecks
  readonly creators: CreatorStore
  readonly custody: WalletCustody
  /** Who this service is as an agent; undefined if it is none. */
  readonly agent: OwnAgent | undefined
  readonly admins: ReadonlySet<Address>
  readonly readOutside: ReadOutside
  readonly storage: ArtifactStorage
  readonly verifier: Verifier
  readonly rooms: Rooms
  readonly intelligence: Intelligence
  readonly assistant: Assistant
  /** Null where no messaging network is configured. */
  readonly messaging: Messaging | null
  /** Throws payments_not_configured. */
  readonly payments: () => Payments
  readonly ledgers: PaymentLedgers
}

/** Everything that the handlers need. */
export function createAgentsContext(common: Context, env: AgentsEnv, self: Self): AgentsContext {
  const records = createAgentRecords(env.DB)
  const readOutside = createReadOutside(env)
  const store = createLogStore(env.DB)
  return {
    ...common,
    simulate: createSimulator(common.chain, common.now),
    store,
    feedback: createFeedbackRows(env.DB),
    authority: openAuthority(common, env.DB),
    records,
    checks: createFeedbackChecks(env.DB),
    creators: createCreatorStore(env.DB),
    custody: createWalletCustody(env, common.now),
    agent: agentOf(env),
    admins: new Set(env.ADMIN_ADDRESSES),
    readOutside,
    intelligence: createIntelligence({
      ports: createIntelligencePorts(env, common.chain),
      store: createIntelligenceStore(env.DB),
      budget: { sourceMs: env.INTELLIGENCE_SOURCE_MS, totalMs: env.INTELLIGENCE_TOTAL_MS },
      now: common.now,
    }),
    rooms: createRooms(common, env),
    assistant: createAssistant(common, env, self),
    messaging: createMessaging(common, env),
    payments: createPayments(env, { ...common, wallet: env.AGENT?.wallet }),
    ledgers: createPaymentLedgers(env.PAYMENT_LEDGER),
    storage: createArtifactStorage({
      provider: createProviders(env, common.baseUrl).current,
      artifacts: createArtifactStore(env.DB),
      now: common.now,
    }),
    verifier: createVerifier({ ...common, records, store, readOutside }),
  }
}
