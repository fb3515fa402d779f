import type { ErrorGuide } from './ErrorGuide.ts'

/** Machines that store outputs and trigger workflows, and those that carry out actions. */
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
  action_not_found: {
    cause: 'There is no action with this id, or it ended more than 90 days ago.',
    fix: 'Take ids from listPendingKeeprActions.',
  },
  attempt_superseded: {
    cause:
      'The report is about an attempt that this worker does not have, or has no longer: its lease of five minutes ended before it reported, another worker has the action, or `attempt` or `worker` is wrong.',
    fix: 'Stop working on it. If it is due, listPendingKeeprActions has it with the number of its next attempt.',
  },
  zone_disabled: {
    cause: 'The operator has stopped actions of this trust zone (`KPR_ZONE_DISABLE_…`). Nothing was stored.',
    fix: 'Send the same request again later; without `enqueueAction` a decision is stored at once.',
  },
  keepr_not_configured: {
    cause: 'This deployment has no key for keepers, or none for any trust zone.',
    fix: 'Ask its operator.',
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
