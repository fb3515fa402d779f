import type { Context } from '../../shared/http/handler.ts'
import type { Self } from '../../shared/http/createServe.ts'
import type { AgentsEnv } from './env.ts'
import { createIdentityContext } from './identity/context.ts'
import { createIntelligenceContext } from './intelligence/context.ts'
import { onceLoaded } from '../../shared/cache/onceLoaded.ts'
import { createReviewContext } from './review/context.ts'
import { createRoomsContext } from './rooms/context.ts'

/** Everything that handlers of this family need. */
export const createAgentsContext = (common: Context, env: AgentsEnv, self: Self) => ({
  ...createIdentityContext(createIntelligenceContext(common, env), env),
  ...createReviewContext(common, env),
  ...createRoomsContext(common, env),
  messages: onceLoaded(
    () => import('./messages/openMessages.ts'),
    ({ openMessages }) => openMessages(common, env, self),
  ),
})
