import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import type { WorkspaceHandler, WorkspaceContext } from '../context.ts'
import { answerTo } from './admit.ts'
import { describeActivity } from './describeRecords.ts'
import { enter } from './enter.ts'

interface Wanted {
  readonly vault: Address
  readonly system: boolean
  readonly limit: number
}

/** The activity of a workspace, from the records; the caller's role comes from the chain. Throws what admit throws. */
export const getWorkspaceActivity: WorkspaceHandler<'getWorkspaceActivity'> = (
  { query: { vault, includeSystem, limit }, principal },
  context,
) => listActivity({ vault, system: includeSystem, limit }, principal, context)

export async function listActivity({ vault, system, limit }: Wanted, principal: Principal, context: WorkspaceContext) {
  const [admission, rows] = await Promise.all([
    enter(vault, principal, context),
    context.vaults.records.activity(vault, { system, limit }),
  ])
  return answerTo(admission, context.now(), { activity: rows.map(describeActivity) })
}
