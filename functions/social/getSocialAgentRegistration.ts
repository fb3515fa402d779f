import { nameOf } from '../../shared/auth/principal.ts'
import { describeRegistration } from './describeRegistration.ts'
import type { SocialHandler } from './context.ts'

/**
 * The registration file of the service's agent; with `store` it is stored permanently, unless it did not change.
 *
 * Throws agent_not_configured, role_not_configured, store_unavailable.
 */
export const getSocialAgentRegistration: SocialHandler<'getSocialAgentRegistration'> = async (
  { principal },
  context,
) => ({
  data: await describeRegistration(context, principal ? nameOf(principal) : null),
})
