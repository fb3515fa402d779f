/**
 * Tables that hold addresses or ids and are no part of anybody's own data, each with the reason: neither exported to an
 * account nor deleted with it. A table of people belongs into PERSONAL_DATA; a law test asks for every table.
 */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  admin_log: 'what administrators did, kept for two years: ids and keyed hashes, no e-mail address and no IP address',
  profile_deletions: 'deletions under way; a row goes with its deletion',
  creator_reputation:
    'scores of vaults by their onchain owner; the next run brings it in line with the accounts that are left',
  chat_conversations: 'who may give commands in a conversation: its settings, by address',
  room_rules: 'who changed a room last: its settings, by address',
  workspace_members: 'who has which role on a vault: its configuration, by address',
  workspace_appointments:
    'who gave which role on a vault, by address and account; while it lasts, or a request from that time is undecided',
  workspace_strategy_targets: 'what members of a vault want of its strategies, by contract',
  workspace_approvals: 'what members of a vault asked for and decided, by address and account; 90 days',
  workspace_task_state: 'tasks of a vault, by address of who takes care of them; 60 days',
  workspace_activity_events: 'what members of a vault did there, by address; 60 days',
  workspace_audit_logs: 'what members of a vault changed there, by address and account; 90 days',
  wallet_intelligence_cache: 'what is publicly known about any wallet that somebody asked for; an hour',
  entity_labels_cache: 'whose an address is publicly said to be; a day',
  key_coverage_snapshots: 'what buyers published, as anybody reads it with getLotteryKeyCoverage; 90 days',
  key_coverage_stakes: 'the onchain stakes behind what buyers published; 90 days',
  feedback_index: 'events of the chain',
  feedback_responses: 'events of the chain',
  feedback_checks: 'whether files are what the chain says',
  reputation_graphs: 'graphs of feedback on the chain that were stored for good',
  index_addresses: 'contracts whose events are indexed',
  logs: 'events of the chain',
  log_hours: 'sums of events of the chain, by contract',
  managed_tokens: 'share tokens on a public list, which are contracts',
  trend_ops: 'tickers that administrators reserved, and the coins that are public on the chain',
}
