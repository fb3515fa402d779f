import { account } from '../../schema/account.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAccountContext } from './context.ts'
import { createAuthHandoff } from './handoff/createAuthHandoff.ts'
import { redeemAuthHandoff } from './handoff/redeemAuthHandoff.ts'
import { confirmWalletOwner } from './wallet/confirmWalletOwner.ts'
import { disconnectExternalWallet } from './wallet/disconnectExternalWallet.ts'
import { enqueueSvmSweep } from './wallet/enqueueSvmSweep.ts'
import { getTrayActivity } from './wallet/getTrayActivity.ts'
import { getTrayPortfolio } from './wallet/getTrayPortfolio.ts'
import { getWalletTokenBalance } from './wallet/getWalletTokenBalance.ts'
import { setCanonicalSvmWallet } from './wallet/setCanonicalSvmWallet.ts'
import { createAgentNonce } from './createAgentNonce.ts'
import { AccountEnv } from './env.ts'
import { getAuthMe } from './getAuthMe.ts'
import { getAuthNonce } from './getAuthNonce.ts'
import { logoutAuth } from './logoutAuth.ts'
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
      createAuthHandoff,
      redeemAuthHandoff,
      getWalletTokenBalance,
      confirmWalletOwner,
      disconnectExternalWallet,
      setCanonicalSvmWallet,
      enqueueSvmSweep,
      getTrayPortfolio,
      getTrayActivity,
    },
    context: createAccountContext,
    authenticate,
  }),
}
