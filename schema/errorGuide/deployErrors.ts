import type { ErrorSection } from './ErrorEntry.ts'

/** Records of deployments. */
export const deployErrors = {
  deploy_session_not_found: {
    status: 404,
    text: 'id: the signed-in address has no session with this id',
    title: 'Unknown deployment session',
    cause:
      'The signed-in address has no session with this id: another address created it, it has not changed for 30 days, or it ended and a newer session replaced it.',
    fix: 'Sign in as the address that created the session, or create one with `createDeploySession`.',
  },
  deploy_session_over: {
    status: 409,
    title: 'Ended deployment session',
    cause: 'The session is completed, failed or cancelled, and cannot change. The error states which.',
    fix: 'Create another session with another id for the remaining calls, with `createDeploySession`.',
  },
  deploy_session_limit: {
    status: 409,
    text: 'the signed-in address has reached its limit of sessions, and all of them are active; cancel one first',
    title: 'Limit of deployment sessions',
    cause: 'The address has as many sessions as it may have, and all of them are active.',
    fix: 'Cancel a session that is no longer needed with `cancelDeploySession`, then create the new one.',
  },
} satisfies ErrorSection
