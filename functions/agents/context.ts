import type { Context } from '../../shared/http/handler.ts'
import type { Self } from '../../shared/http/createServe.ts'
import type { AgentsEnv } from './env.ts'
import { createIdentityContext, type IdentityContext } from './identity/context.ts'
import { createIntelligenceContext } from './intelligence/context.ts'
import type { openMessages } from './messages/openMessages.ts'
import { onceLoaded } from '../../shared/cache/onceLoaded.ts'
import { createReviewContext, type ReviewContext } from './review/context.ts'
import { createRoomsContext, type RoomsContext } from './rooms/context.ts'

/** Everything that handlers of this family need. */
interface AgentsContext extends IdentityContext, ReviewContext, RoomsContext {
  readonly messages: () => Promise<ReturnType<typeof openMessages>>
}

export const createAgentsContext = (common: Context, env: AgentsEnv, self: Self): AgentsContext => ({
  ...createIdentityContext(createIntelligenceContext(common, env), env),
  ...createReviewContext(common, env),
  ...createRoomsContext(common, env),
  messages: onceLoaded(
    () => import('./messages/openMessages.ts'),
    ({ openMessages }) => openMessages(common, env, self),
  ),
})
