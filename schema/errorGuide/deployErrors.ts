import type { ErrorGuide } from './ErrorGuide.ts'

/** Records of deployments. */
export const deployErrors = {
  deploy_session_not_found: {
    cause:
      'The address that is signed in has no session with this id: it never had one, it was created by another address, it has not changed for 30 days, or it was over and a newer one has taken its place.',
    fix: 'Sign in as the address that created it, or create it with createDeploySession.',
  },
  deploy_session_over: {
    cause: 'The session is completed, failed or cancelled, and changes no more; the text says which.',
    fix: 'Create another session, with another id, for the calls that are left.',
  },
  deploy_session_limit: {
    cause: 'The address has as many sessions as one may have, and none of them is over.',
    fix: 'Cancel a session that is not to be carried out any further, and create the new one again.',
  },
} satisfies ErrorGuide
