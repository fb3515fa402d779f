import type { ErrorGuide } from './ErrorGuide.ts'

/** Workspaces of vaults. */
export const workspaceErrors = {
  second_person_required: {
    cause:
      'An action of high risk takes two people. The error begins with the reason. `own_request`: the request is yours, by this wallet or another of your account. `joined`: you and whoever asked shared an account or a wallet since the request, or since either got the role. `too_many_joins`: one of you shared more accounts and wallets than are looked at. `appointments`: one of you has the role from the other, or from somebody who shared an account or a wallet with the other. The first three also refuse a rejection; only the first two can withdraw.',
    fix: 'Have another member with the role OWNER or ADMIN decide it; withdraw your own request with `approval.cancel`.',
  },
  workspace_item_not_found: {
    cause: 'The workspace of this vault has no task, approval or alert with this id.',
    fix: 'Take the id from `GET /v1/workspace/tasks` or `GET /v1/workspace/monitoring` of the same vault.',
  },
  strategy_not_in_vault: {
    cause: 'The vault does not list this strategy, or it is of another kind than the action is for.',
    fix: 'Take `strategyAddress` from `GET /v1/workspace/strategies`, and an `actionType` from its `executable`.',
  },
  weights_exceeded: {
    cause: 'With this weight the targets of the vault’s strategies would add up to more than 10000 basis points.',
    fix: 'Lower the target of another strategy first.',
  },
  action_in_flight: {
    cause: 'The same action is with the keepers, or waits for a second person, and has not ended.',
    fix: 'Wait until it has ended, or decide the approval; `GET /v1/workspace/tasks` lists those that wait.',
  },
  decided_by_approval: {
    cause: 'The task was made of an approval, and ends with that.',
    fix: 'Send `approval.approve` or `approval.reject` with the task’s `approvalId`.',
  },
  not_a_member: {
    cause: 'A task can be given only to somebody who has a role on the vault.',
    fix: 'Name a wallet that `members` of `GET /v1/workspace/settings` lists.',
  },
  room_taken: {
    cause: 'The room or the chat belongs to another vault.',
    fix: 'Use a room of your own. A chat and its room are free again when the other vault has unlinked it with `rooms.chatapp.unlink`.',
  },
  room_changed: {
    cause: 'The room was changed, made or removed since the editor read its `version`.',
    fix: 'Read `GET /v1/workspace/rooms` again, and send the change with the `version` from there.',
  },
  workspace_full: {
    cause: 'The workspace has as many entries of this kind as it may have.',
    fix: 'Remove or end one that is no longer needed; the error says which kind.',
  },
} satisfies ErrorGuide
