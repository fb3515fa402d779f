import { build } from '../../schema/build.ts'
import { authenticate, type AuthEnv } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createBuildContext } from './BuildContext.ts'
import { buildVetokenExtend } from './vetoken/buildVetokenExtend.ts'
import { buildVetokenIncrease } from './vetoken/buildVetokenIncrease.ts'
import { buildVetokenLock } from './vetoken/buildVetokenLock.ts'
import { buildVetokenUnlock } from './vetoken/buildVetokenUnlock.ts'

export default {
  fetch: serve({
    name: 'build',
    operations: build,
    handlers: { buildVetokenExtend, buildVetokenIncrease, buildVetokenLock, buildVetokenUnlock },
    context: createBuildContext<AuthEnv>,
    authenticate,
  }),
}
