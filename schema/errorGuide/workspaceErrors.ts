import type { ErrorSection } from './ErrorEntry.ts'

/** Workspaces of vaults. */
export const workspaceErrors = {
  second_person_required: {
    status: 403,
    title: 'Missing second person',
    cause:
      'A high-risk action needs two people. The error starts with the reason. `own_request`: you and the requester share a key, wallet or account. `joined`: accounts or wallets connected you. `too_many_joins`: one of you shared too many to check. `appointments`: one of you has the role through the other.',
    fix: 'Have another OWNER or ADMIN decide it. Withdraw your own request with `approval.cancel`.',
  },
  signer_unknown: {
    status: 403,
    title: 'Unknown signer',
    cause:
      'An approval compares the keys of two people. A smart wallet made the request, approves it or assigned a role, and its signature (ERC-1271) does not show which key signed. The keys of requests from an earlier release are not stored.',
    fix: 'Reject or withdraw the request. Send it again, and approve it, with an EOA that has a role.',
  },
  workspace_item_not_found: {
    status: 404,
    title: 'Unknown task, approval or alert',
    cause: 'The workspace of this vault has no task, approval or alert with this id.',
    fix: 'Take the id from `getWorkspaceTasks` or `getWorkspaceMonitoring` of the same vault.',
  },
  strategy_not_in_vault: {
    status: 409,
    text: 'payload.strategyAddress: is not a strategy of this vault, or not of the required kind; GET /v1/workspace/strategies lists them',
    title: 'Strategy of another vault or kind',
    cause: 'The vault does not list this strategy, or the strategy is not of the kind that the action needs.',
    fix: 'Take `strategyAddress` from `getWorkspaceStrategies`, and `actionType` from its `executable`.',
  },
  weights_exceeded: {
    status: 409,
    title: 'Exceeded sum of weights',
    cause: 'With this weight, the targets of the vault’s strategies would exceed 10000 basis points.',
    fix: 'Lower the target of another strategy first.',
  },
  action_in_flight: {
    status: 409,
    retry: 'later',
    title: 'Action in progress',
    cause: 'The same action is with the keepers, or waits for a second person, and has not ended.',
    fix: 'Wait until the action has ended, or decide its approval. `getWorkspaceTasks` lists waiting approvals.',
  },
  decided_by_approval: {
    status: 409,
    text: 'payload.taskId: belongs to an approval; decide the approval with approval.approve or approval.reject',
    title: 'Task of an approval',
    cause: 'The task belongs to an approval, and ends when the approval is decided.',
    fix: 'Send `approval.approve` or `approval.reject` with the task’s `approvalId`.',
  },
  not_a_member: {
    status: 409,
    text: 'payload.assignee: has no role on this vault; add it with settings.members.set first',
    title: 'Assignee without a role',
    cause: 'A task can be assigned only to a wallet with a role on the vault.',
    fix: 'Name a wallet that `getWorkspaceSettings` lists in `members`.',
  },
  room_taken: {
    status: 409,
    title: 'Room of another vault',
    cause: 'The room or the chat belongs to another vault.',
    fix: 'Use a room of your own, or have the other vault release the chat and its room with `rooms.chatapp.unlink`.',
  },
  room_changed: {
    status: 409,
    title: 'Outdated room version',
    cause: 'The room was created, changed or removed after you read its `version`.',
    fix: 'Read `getWorkspaceRooms` again, and send the change with the new `version`.',
  },
  workspace_full: {
    status: 409,
    title: 'Full workspace',
    cause: 'The workspace has as many entries of this kind as it may have.',
    fix: 'Remove or end an entry that is no longer needed. The error states the kind.',
  },
} satisfies ErrorSection
