import type { agents } from '../../../schema/agents/index.ts'
import { createSimulator, type Simulate } from '../../../shared/calldata/createSimulator.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import { agentOf } from '../../../shared/env/agentEnv.ts'
import type { Context, Handler } from '../../../shared/http/handler.ts'
import { createWalletCustody } from '../../../shared/idp/createWalletCustody.ts'
import { openReadOutside } from '../../../shared/outside/openReadOutside.ts'
import { createAgentFiles } from '../../../shared/store/agentFiles.ts'
import { createAgentRecords } from '../../../shared/store/agentRecords.ts'
import { createLogStore } from '../../../shared/store/createLogStore.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { createFeedbackChecks } from '../../../shared/store/feedbackChecks.ts'
import { createFeedbackRows } from '../../../shared/store/feedbackRows.ts'
import type { AgentsEnv } from '../env.ts'
import type { IntelligenceContext } from '../intelligence/context.ts'
import { paymasterOf } from '../paymasterOf.ts'
import { createCreatorStore } from '../store/creators.ts'
import { createVerifier } from './verification/createVerifier.ts'

export interface BuildContext extends Context {
  readonly simulate: Simulate
  /** The paymaster that sponsors calls; undefined where none is named. */
  readonly paymasterOf?: ReturnType<typeof paymasterOf>
}

/** For identity and feedback; a profile also summarises the intelligence on the agent’s wallet. */
export type IdentityContext = ReturnType<typeof createIdentityContext>
export type IdentityHandler<O extends keyof typeof agents> = Handler<(typeof agents)[O], IdentityContext>

export function createIdentityContext(given: IntelligenceContext, env: AgentsEnv) {
  const records = createAgentRecords(env.DB)
  const readOutside = openReadOutside(env)
  const agentFiles = createAgentFiles(openDatabase(env.DB))
  const store = createLogStore(env.DB)
  return {
    ...given,
    simulate: createSimulator(given.chain, given.now),
    paymasterOf: paymasterOf(given, env),
    store,
    feedback: createFeedbackRows(env.DB),
    agentFiles,
    authority: openAuthority(given, env.DB),
    records,
    checks: createFeedbackChecks(env.DB),
    creators: createCreatorStore(env.DB),
    custody: createWalletCustody(env, given.now),
    /** The agent that this service is registered as; undefined if it is not an agent. */
    agent: agentOf(env),
    admins: new Set(env.ADMIN_ADDRESSES),
    readOutside,
    verifier: createVerifier({ ...given, records, store, readOutside, agentFiles }),
  }
}
