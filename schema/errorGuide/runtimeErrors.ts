import type { ErrorSection } from './ErrorEntry.ts'

/** Machines that store outputs and trigger workflows, and those that carry out actions. */
export const runtimeErrors = {
  workflow_not_allowed: {
    status: 403,
    title: 'Workflow that may not be triggered',
    cause: 'The workflow is not on the list of workflows that may be triggered.',
    fix: 'Name a permitted workflow, or ask the operator to add it to `CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS`.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Reused request id',
    cause: 'The id of the request (`idempotencyKey`, `requestId`, `id`) was used with different content.',
    fix: 'Use a new id for new content, or send the original content again.',
  },
  gateway_conflict: {
    status: 409,
    retry: 5,
    text: 'the workflow gateway is already processing a request with this id; try again',
    title: 'Workflow request in progress',
    cause: 'The workflow gateway is still processing a request with this id.',
    fix: 'Repeat the request with the same `requestId` after `Retry-After` seconds.',
  },
  gateway_rate_limited: {
    status: 429,
    retry: 30,
    fault: 'upstream',
    text: 'the workflow gateway is rate limiting this service; try again later',
    title: 'Rate limit of the workflow gateway',
    cause: 'The workflow gateway is rate limiting this service.',
    fix: 'Repeat the request with the same `requestId` after `Retry-After` seconds.',
  },
  gateway_failed: {
    status: 502,
    retry: 5,
    title: 'Failure of the workflow gateway',
    cause: 'The workflow gateway could not be reached, or refused the request.',
    fix: 'Repeat the request with the same `requestId`. If it persists, check the workflow and its input.',
  },
  gateway_overloaded: {
    status: 503,
    retry: 10,
    fault: 'upstream',
    text: 'the workflow gateway is overloaded; try again later',
    title: 'Overloaded workflow gateway',
    cause: 'The workflow gateway is overloaded.',
    fix: 'Repeat the request with the same `requestId` after `Retry-After` seconds.',
  },
  gateway_timeout: {
    status: 504,
    retry: 5,
    text: 'the workflow gateway did not answer in time; try again with the same requestId',
    title: 'Timeout of the workflow gateway',
    cause: 'The workflow gateway did not answer in time. The workflow may have started.',
    fix: 'Repeat the request with the same `requestId`, which never starts the workflow twice.',
  },
  action_not_found: {
    status: 404,
    text: 'id: no action has this id; GET /keepr/actions/pending lists the due actions',
    title: 'Unknown action',
    cause: 'No action has this id, or the action ended more than 90 days ago.',
    fix: 'Take the id from `listPendingKeeprActions`.',
  },
  attempt_superseded: {
    status: 409,
    text: 'attempt: superseded, because its lease expired or another attempt started; claim the action again',
    title: 'Superseded attempt',
    cause:
      'The report is about an attempt that this worker does not hold. Its lease of five minutes expired before the report, another worker has the action, or `attempt` or `worker` is wrong.',
    fix: 'Stop working on the action. If it is due, `listPendingKeeprActions` lists it with the number of its next attempt.',
  },
  zone_disabled: {
    status: 503,
    retry: 'later',
    fault: 'operator',
    text: 'the operator has stopped actions of this trust zone; nothing was stored, send it again later',
    title: 'Stopped trust zone',
    cause: 'The operator has stopped actions of this trust zone (`KPR_ZONE_DISABLE_…`). Nothing was stored.',
    fix: 'Send the same request again later. A decision without `enqueueAction` is stored at once.',
  },
  keepr_not_configured: {
    status: 503,
    text: 'keepers are not enabled on this deployment',
    title: 'Disabled keepers',
    cause: 'This deployment has no key for keepers (`KPR_API_KEY`), or none for any trust zone (`KPR_ZONE_KEY_…`).',
    fix: 'Ask the operator to configure the keys.',
  },
  runtime_not_configured: {
    status: 503,
    text: 'the workflow runtime is not enabled on this deployment',
    title: 'Disabled workflow runtime',
    cause: 'This deployment has no API key for the workflow runtime (`CRE_RUNTIME_API_KEY`).',
    fix: 'Ask the operator to configure the key.',
  },
  signing_not_configured: {
    status: 503,
    text: 'this deployment has no signing secret, so it cannot verify signed requests of the workflow runtime',
    title: 'Missing signing secret',
    cause:
      'Requests of the workflow runtime must be signed, but this deployment has no secret to verify them with (`CRE_RUNTIME_SIGNING_SECRET`).',
    fix: 'Ask the operator to configure the secret.',
  },
  gateway_not_configured: {
    status: 503,
    text: 'no workflow gateway is configured on this deployment',
    title: 'Unconfigured workflow gateway',
    cause:
      'This deployment has no workflow gateway, or no key to sign requests to it (`CRE_GATEWAY_URL`, `CRE_HTTP_TRIGGER_PRIVATE_KEY`).',
    fix: 'Ask the operator to configure them.',
  },
} satisfies ErrorSection
