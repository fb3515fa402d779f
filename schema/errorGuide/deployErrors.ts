import type { ErrorGuide } from './ErrorGuide.ts'

/** Records of deployments. */
export const deployErrors = {
  deploy_session_not_found: {
    cause:
      'The address that is signed in has no session with this id: it never had one, it was created by another address, or it has not changed for 30 days.',
    fix: 'Sign in as the address that created it, or create it with createDeploySession.',
  },
  deploy_session_over: {
    cause: 'The session is completed, failed or cancelled, and changes no more; the text says which.',
    fix: 'Create another session, with another id, for the calls that are left.',
  },
  deploy_session_limit: {
    cause: 'The address has as many sessions as one may have.',
    fix: 'Create no further ones for now: a session goes 30 days after its last change.',
  },
} satisfies ErrorGuide
