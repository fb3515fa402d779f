import { social } from '../../schema/social.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { buildSocialFeedbackPayload } from './buildSocialFeedbackPayload.ts'
import { describeSocialFeedbackPayload } from './describeSocialFeedbackPayload.ts'
import { createSocialContext } from './SocialContext.ts'
import { SocialEnv } from './env.ts'
import { getSocialArtifact } from './getSocialArtifact.ts'

export default {
  fetch: serve({
    name: 'social',
    env: SocialEnv,
    operations: social,
    handlers: { buildSocialFeedbackPayload, describeSocialFeedbackPayload, getSocialArtifact },
    context: createSocialContext,
    authenticate,
  }),
}
