import { nameOf } from '../../shared/auth/principal.ts'
import { describeRegistration } from './describeRegistration.ts'
import type { SocialHandler } from './context.ts'

/**
 * Stores the registration file of the service's agent permanently, unless it did not change, or `store` is false.
 *
 * Throws agent_not_configured, role_not_configured, store_unavailable.
 */
export const storeSocialAgentRegistration: SocialHandler<'storeSocialAgentRegistration'> = async (
  { body, principal },
  context,
) => ({
  data: await describeRegistration(context, body.store ? nameOf(principal) : null),
})
