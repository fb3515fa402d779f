import { account } from '../../schema/account.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAccountContext } from './context.ts'
import { createAgentNonce } from './createAgentNonce.ts'
import { AccountEnv } from './env.ts'
import { getAuthMe } from './getAuthMe.ts'
import { getAuthNonce } from './getAuthNonce.ts'
import { logoutAuth } from './logoutAuth.ts'
import { deletePortfolio } from './portfolio/deletePortfolio.ts'
import { exportPortfolio } from './portfolio/exportPortfolio.ts'
import { getPortfolio } from './portfolio/getPortfolio.ts'
import { requestPortfolioDeletion } from './portfolio/requestPortfolioDeletion.ts'
import { updatePortfolio } from './portfolio/updatePortfolio.ts'
import { sweep } from './sweep.ts'
import { verifyAgent } from './verifyAgent.ts'
import { verifyAuth } from './verifyAuth.ts'

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
      deletePortfolio,
      exportPortfolio,
      getPortfolio,
      requestPortfolioDeletion,
      updatePortfolio,
    },
    context: createAccountContext,
    authenticate,
  }),
  scheduled: (_: ScheduledController, env: object): Promise<void> => sweep(readEnv(AccountEnv, env), Date.now()),
}
