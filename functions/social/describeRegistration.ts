import { requireAgent } from '../../shared/domain/agents/canonicalAgent.ts'
import { registrationFile } from '../../shared/domain/agents/registrationFile.ts'
import { hashOf, storeRegistration, type Storing } from '../../shared/domain/agents/storeRegistration.ts'
import { uriPolicy } from '../../shared/domain/agents/uriPolicy.ts'
import type { SocialContext } from './context.ts'

const SKIPPED: Storing = { storageStatus: 'skipped' }

/** The registration file with what became of storing it; `createdBy` is null if it is not to be stored. */
export async function describeRegistration(context: SocialContext, createdBy: string | null) {
  const agent = requireAgent({ ...context, config: context.chain.config })
  const { changed: _, ...storing } =
    createdBy === null ? { ...SKIPPED, changed: false } : await storeRegistration(agent, createdBy, context)
  return {
    chainId: agent.chainId,
    registration: registrationFile(agent),
    payloadHash: await hashOf(agent),
    uriPolicy: uriPolicy(agent),
    ...storing,
  }
}
