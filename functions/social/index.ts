import { social } from '../../schema/social/index.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { buildSocialFeedbackPayload } from './buildSocialFeedbackPayload.ts'
import { createSocialContext } from './context.ts'
import { describeSocialFeedbackPayload } from './describeSocialFeedbackPayload.ts'
import { SocialEnv } from './env.ts'
import { getSocialAgentRegistration } from './getSocialAgentRegistration.ts'
import { getSocialArtifact } from './getSocialArtifact.ts'
import { getSocialReputationGraph } from './getSocialReputationGraph.ts'
import { postSocialReputationGraph } from './postSocialReputationGraph.ts'
import { preflightChatCommand } from './preflightChatCommand.ts'
import { recordChatTelemetry } from './recordChatTelemetry.ts'
import { scheduled } from './scheduled.ts'
import { storeSocialAgentRegistration } from './storeSocialAgentRegistration.ts'
import { syncReputationCanonical } from './syncReputationCanonical.ts'
import { syncReputationHot } from './syncReputationHot.ts'

export default {
  fetch: serve({
    name: 'social',
    env: SocialEnv,
    operations: social,
    handlers: {
      buildSocialFeedbackPayload,
      describeSocialFeedbackPayload,
      getSocialAgentRegistration,
      getSocialArtifact,
      getSocialReputationGraph,
      postSocialReputationGraph,
      preflightChatCommand,
      recordChatTelemetry,
      storeSocialAgentRegistration,
      syncReputationCanonical,
      syncReputationHot,
    },
    context: createSocialContext,
    authenticate,
    keys: ({ DB }) => createIdempotencyKeys(DB),
  }),
  scheduled,
}
