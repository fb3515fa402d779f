/**
 * Tables with addresses or ids that are not personal data, each with the reason: they are neither exported to an account
 * nor deleted with it. A table of personal data belongs in PERSONAL_DATA; a law test checks every table.
 */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  admin_log: 'actions of administrators, for two years: ids and keyed hashes, no e-mail address and no IP address',
  profile_deletions: 'deletions in progress; a row is removed when its deletion is finished',
  creator_reputation: 'scores of vaults by onchain owner; the next run updates them for the accounts that are left',
  chat_conversations: 'settings of a conversation: who may give commands, by address',
  room_rules: 'settings of a room: who changed it last, by address',
  workspace_members: 'configuration of a vault: its roles, by address',
  workspace_appointments:
    'grants of roles on a vault, by address and account; while the role lasts or a request from that time is pending',
  workspace_strategy_targets: 'targets that members of a vault set for its strategies, by contract',
  workspace_approvals: 'requests and decisions of members of a vault, by address and account; 90 days',
  workspace_task_state: 'tasks of a vault, by address of the assignee; 60 days',
  workspace_activity_events: 'activity of members of a vault, by address; 60 days',
  workspace_audit_logs: 'changes by members of a vault, by address and account; 90 days',
  wallet_intelligence_cache: 'public data about wallets that callers looked up; one hour',
  entity_labels_cache: 'public labels of addresses; one day',
  key_coverage_snapshots: 'published snapshots, which getLotteryKeyCoverage shows to everybody; 90 days',
  key_coverage_stakes: 'onchain stakes behind the published snapshots; 90 days',
  agent_files: 'names in public registration files, by onchain events',
  feedback_index: 'onchain events',
  feedback_responses: 'onchain events',
  feedback_checks: 'results of comparing files with their onchain hashes',
  reputation_graphs: 'graphs of onchain feedback that were stored permanently',
  index_addresses: 'contracts whose events are indexed',
  logs: 'onchain events',
  log_hours: 'sums of onchain events, by contract',
  managed_tokens: 'share tokens on a public list; they are contracts',
  trend_ops: 'tickers that administrators reserved, and coins that are public onchain',
}
