import { social } from '../../schema/social.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { buildSocialFeedbackPayload } from './buildSocialFeedbackPayload.ts'
import { describeSocialFeedbackPayload } from './describeSocialFeedbackPayload.ts'
import { createSocialContext } from './SocialContext.ts'
import { SocialEnv } from './env.ts'
import { getSocialAgentRegistration } from './getSocialAgentRegistration.ts'
import { getSocialArtifact } from './getSocialArtifact.ts'
import { storeSocialAgentRegistration } from './storeSocialAgentRegistration.ts'

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
      storeSocialAgentRegistration,
    },
    context: createSocialContext,
    authenticate,
  }),
}
