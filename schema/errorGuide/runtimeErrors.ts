import type { ErrorGuide } from './ErrorGuide.ts'

/** Machines that store outputs and trigger workflows. */
export const runtimeErrors = {
  workflow_not_allowed: {
    cause: 'The workflow is not on the list of those that may be triggered.',
    fix: 'Name a permitted workflow, or have its operator permit it.',
  },
  idempotency_conflict: {
    cause: 'The idempotency key or `requestId` was used with different content.',
    fix: 'Use a new key for new content, or send the original content again.',
  },
  gateway_conflict: {
    cause: 'The gateway is still processing a request with this id.',
    fix: 'Try again with the same `requestId`.',
  },
  gateway_rate_limited: {
    cause: 'The gateway is rate limiting this service.',
    fix: 'Try again with the same `requestId`.',
  },
  gateway_failed: {
    cause: 'The gateway could not be reached, or refused the request.',
    fix: 'Try again with the same `requestId`; if it persists, check the workflow and its input.',
  },
  gateway_overloaded: {
    cause: 'The gateway is overloaded.',
    fix: 'Try again with the same `requestId`.',
  },
  gateway_timeout: {
    cause: 'The gateway did not answer in time; the workflow may have started.',
    fix: 'Try again with the same `requestId`, which never starts it twice.',
  },
  runtime_not_configured: {
    cause: 'This deployment has no API key for the workflow runtime.',
    fix: 'Ask its operator.',
  },
  signing_not_configured: {
    cause: 'Requests must be signed, but this deployment has no secret to verify them with.',
    fix: 'Ask its operator.',
  },
  gateway_not_configured: {
    cause: 'This deployment has no workflow gateway.',
    fix: 'Ask its operator.',
  },
} satisfies ErrorGuide
