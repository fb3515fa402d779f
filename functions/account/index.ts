import { account } from '../../schema/account.ts'
import { serve } from '../../shared/http/serve.ts'
import { linkAccount } from './accounts/linkAccount.ts'
import { unlinkAccount } from './accounts/unlinkAccount.ts'
import { authenticateAccount } from './authenticateAccount.ts'
import { createAccountContext } from './context.ts'
import { createAgentNonce } from './createAgentNonce.ts'
import { AccountEnv } from './env.ts'
import { getAuthMe } from './getAuthMe.ts'
import { getAuthNonce } from './getAuthNonce.ts'
import { logoutAuth } from './logoutAuth.ts'
import { verifyAgent } from './verifyAgent.ts'
import { verifyAuth } from './verifyAuth.ts'
import { bootstrapWaitlist } from './waitlist/bootstrapWaitlist.ts'

export default {
  fetch: serve({
    name: 'account',
    env: AccountEnv,
    operations: account,
    handlers: {
      createAgentNonce,
      getAuthMe,
      getAuthNonce,
      logoutAuth,
      verifyAgent,
      verifyAuth,
      linkAccount,
      unlinkAccount,
      bootstrapWaitlist,
    },
    context: createAccountContext,
    authenticate: authenticateAccount,
  }),
}
