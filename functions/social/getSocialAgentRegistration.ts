import type { registration } from '../../schema/agents/registration.ts'
import { nameOf } from '../../shared/auth/principal.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { describeRegistration } from './describeRegistration.ts'
import type { SocialContext } from './context.ts'

/**
 * The registration file of the service's agent; with `store` it is stored permanently, unless it did not change.
 *
 * Throws agent_not_configured, role_not_configured, store_unavailable.
 */
export const getSocialAgentRegistration: Handler<
  typeof registration.getSocialAgentRegistration,
  SocialContext
> = async ({ principal }, context) => ({
  data: await describeRegistration(context, principal ? nameOf(principal) : null),
})
