import { social } from '../../schema/social.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createSocialContext } from './SocialContext.ts'
import { SocialEnv } from './env.ts'
import { getSocialReputationGraph } from './getSocialReputationGraph.ts'
import { postSocialReputationGraph } from './postSocialReputationGraph.ts'

export default {
  fetch: serve({
    name: 'social',
    env: SocialEnv,
    operations: social,
    handlers: { getSocialReputationGraph, postSocialReputationGraph },
    context: createSocialContext,
    authenticate,
  }),
}
