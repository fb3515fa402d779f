import { account } from '../../schema/account/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { allowCreator } from './admin/allowCreator.ts'
import { approveCreatorAccess } from './admin/approveCreatorAccess.ts'
import { approveWaitlistEntry } from './admin/approveWaitlistEntry.ts'
import { deleteWaitlistEntry } from './admin/deleteWaitlistEntry.ts'
import { denyCreatorAccess } from './admin/denyCreatorAccess.ts'
import { denyWaitlistEntry } from './admin/denyWaitlistEntry.ts'
import { listCreatorAccessRequests } from './admin/listCreatorAccessRequests.ts'
import { listCreatorAllowlist } from './admin/listCreatorAllowlist.ts'
import { listWaitlistEntries } from './admin/listWaitlistEntries.ts'
import { revokeCreatorAccess } from './admin/revokeCreatorAccess.ts'
import { linkAccount } from './accounts/linkAccount.ts'
import { unlinkAccount } from './accounts/unlinkAccount.ts'
import { authenticateAccount } from './authenticateAccount.ts'
import { createAccountContext } from './context.ts'
import { createAuthHandoff } from './handoff/createAuthHandoff.ts'
import { endAllAuthSessions } from './sessions/endAllAuthSessions.ts'
import { endAuthSession } from './sessions/endAuthSession.ts'
import { listAuthSessions } from './sessions/listAuthSessions.ts'
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
import { requestCreatorAccess } from './creatorAccess/requestCreatorAccess.ts'
import { deletePortfolio } from './portfolio/deletePortfolio.ts'
import { exportPortfolio } from './portfolio/exportPortfolio.ts'
import { getPortfolio } from './portfolio/getPortfolio.ts'
import { requestPortfolioDeletion } from './portfolio/requestPortfolioDeletion.ts'
import { updatePortfolio } from './portfolio/updatePortfolio.ts'
import { scheduled } from './scheduled.ts'
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
      listAuthSessions,
      endAuthSession,
      endAllAuthSessions,
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
      allowCreator,
      approveCreatorAccess,
      approveWaitlistEntry,
      deleteWaitlistEntry,
      denyCreatorAccess,
      denyWaitlistEntry,
      listCreatorAccessRequests,
      listCreatorAllowlist,
      listWaitlistEntries,
      requestCreatorAccess,
      revokeCreatorAccess,
      deletePortfolio,
      exportPortfolio,
      getPortfolio,
      requestPortfolioDeletion,
      updatePortfolio,
      linkAccount,
      unlinkAccount,
      bootstrapWaitlist,
    },
    context: createAccountContext,
    authenticate: authenticateAccount,
    keys: ({ DB }) => createIdempotencyKeys(DB),
  }),
  scheduled,
}
