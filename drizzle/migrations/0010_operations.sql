CREATE TABLE `deploy_sessions` (
	`owner` text NOT NULL,
	`id` text NOT NULL,
	`chain_id` integer NOT NULL,
	`plan` text NOT NULL,
	`calls` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `id`),
	CONSTRAINT "deploy_session_status" CHECK("deploy_sessions"."status" in ('pending', 'running', 'completed', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `deploy_sessions_by_time` ON `deploy_sessions` (`updated_at`);--> statement-breakpoint
CREATE TABLE `deploy_transactions` (
	`owner` text NOT NULL,
	`session_id` text NOT NULL,
	`call` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`state` text NOT NULL,
	`block_number` text,
	`reported_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `session_id`, `call`)
);
--> statement-breakpoint
CREATE TABLE `image_assets` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`owner_address` text NOT NULL,
	`role` text NOT NULL,
	`object_id` text NOT NULL,
	`content_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_assets_by_content` ON `image_assets` (`project_id`,`role`,`sha256`);--> statement-breakpoint
CREATE INDEX `image_assets_by_owner` ON `image_assets` (`owner_address`);--> statement-breakpoint
CREATE INDEX `image_assets_by_object` ON `image_assets` (`object_id`);--> statement-breakpoint
CREATE TABLE `image_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`owner_address` text NOT NULL,
	`request_id` text NOT NULL,
	`status` text NOT NULL,
	`instruction` text NOT NULL,
	`style_preset` text,
	`brand_context` text NOT NULL,
	`frame_asset_id` text,
	`subject_asset_id` text,
	`attempt` integer NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`result_asset_id` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_jobs_by_request` ON `image_jobs` (`project_id`,`request_id`);--> statement-breakpoint
CREATE INDEX `image_jobs_by_owner` ON `image_jobs` (`owner_address`,`created_at`);--> statement-breakpoint
CREATE INDEX `image_jobs_due` ON `image_jobs` (`due_at`) WHERE status in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX `image_jobs_by_time` ON `image_jobs` (`updated_at`);--> statement-breakpoint
CREATE TABLE `image_objects` (
	`id` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`touched_at` integer NOT NULL,
	`deleting_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_objects_by_content` ON `image_objects` (`sha256`) WHERE deleting_at is null;--> statement-breakpoint
CREATE INDEX `image_objects_by_time` ON `image_objects` (`touched_at`);--> statement-breakpoint
CREATE TABLE `image_projects` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_address` text NOT NULL,
	`name` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_projects_by_request` ON `image_projects` (`owner_address`,`request_id`);--> statement-breakpoint
CREATE INDEX `image_projects_by_time` ON `image_projects` (`updated_at`);--> statement-breakpoint
CREATE TABLE `keepr_join_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vault_address` text NOT NULL,
	`group_id` text NOT NULL,
	`wallet_address` text NOT NULL,
	`status` text NOT NULL,
	`last_reason` text,
	`last_checked_at` integer,
	`next_check_at` integer,
	`action_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `keepr_join_requests_by_member` ON `keepr_join_requests` (`group_id`,`wallet_address`);--> statement-breakpoint
CREATE INDEX `keepr_join_requests_by_action` ON `keepr_join_requests` (`action_id`);--> statement-breakpoint
CREATE INDEX `keepr_join_requests_by_wallet` ON `keepr_join_requests` (`wallet_address`);--> statement-breakpoint
CREATE INDEX `keepr_join_requests_by_time` ON `keepr_join_requests` (`updated_at`);--> statement-breakpoint
CREATE TABLE `managed_token_lists` (
	`genesis` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`major` integer NOT NULL,
	`minor` integer NOT NULL,
	`patch` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`verified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `managed_tokens` (
	`genesis` text NOT NULL,
	`address` text NOT NULL,
	`name` text NOT NULL,
	`symbol` text NOT NULL,
	`decimals` integer NOT NULL,
	`vault` text NOT NULL,
	`block_number` integer NOT NULL,
	`created_at` integer NOT NULL,
	`verified_at` integer NOT NULL,
	PRIMARY KEY(`genesis`, `address`)
);
--> statement-breakpoint
CREATE TABLE `paymaster_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`principal` text NOT NULL,
	`sender` text NOT NULL,
	`method` text NOT NULL,
	`mode` text,
	`userop_hash` text NOT NULL,
	`allowed` integer NOT NULL,
	`code` text
);
--> statement-breakpoint
CREATE INDEX `paymaster_decisions_by_time` ON `paymaster_decisions` (`created_at`);--> statement-breakpoint
CREATE INDEX `paymaster_decisions_by_principal` ON `paymaster_decisions` (`principal`,`allowed`,`created_at`);--> statement-breakpoint
CREATE TABLE `trend_entries` (
	`sw_address` text NOT NULL,
	`token_address` text NOT NULL,
	`profile_id` text NOT NULL,
	`chatapp_username` text NOT NULL,
	`connected_address` text,
	`symbol` text,
	`min_tokens` text,
	`source` text,
	`nonce` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`sw_address`, `token_address`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trend_entries_nonce_unique` ON `trend_entries` (`nonce`);--> statement-breakpoint
CREATE INDEX `trend_entries_by_profile` ON `trend_entries` (`profile_id`);--> statement-breakpoint
CREATE INDEX `trend_entries_by_time` ON `trend_entries` (`created_at`);--> statement-breakpoint
CREATE TABLE `trend_metrics` (
	`chain_id` integer NOT NULL,
	`coin` text NOT NULL,
	`taken_at` integer NOT NULL,
	`block` integer NOT NULL,
	`total_supply` text NOT NULL,
	`decimals` integer NOT NULL,
	`pool` text,
	`price_usd` text,
	`market_cap_usd` text,
	PRIMARY KEY(`chain_id`, `coin`, `taken_at`)
);
--> statement-breakpoint
CREATE INDEX `trend_metrics_by_time` ON `trend_metrics` (`taken_at`);--> statement-breakpoint
CREATE TABLE `trend_ops` (
	`chain_id` integer NOT NULL,
	`ticker_hash` text NOT NULL,
	`ticker` text NOT NULL,
	`predicted_coin` text NOT NULL,
	`deployed_coin` text,
	`tx_hash` text,
	`actor_wallet` text NOT NULL,
	`creator_token` text,
	`group_id` text NOT NULL,
	`vault_address` text,
	`status` text NOT NULL,
	`last_error` text,
	`checked_block` integer DEFAULT 0 NOT NULL,
	`checked_at` integer DEFAULT 0 NOT NULL,
	`reserved_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deployed_at` integer,
	`measured_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`chain_id`, `ticker_hash`),
	CONSTRAINT "trend_ops_status" CHECK("trend_ops"."status" in ('predicted', 'deploying', 'deployed', 'funnel_pending', 'funnel_completed', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `trend_ops_by_coin` ON `trend_ops` (`chain_id`,`deployed_coin`);--> statement-breakpoint
CREATE INDEX `trend_ops_by_time` ON `trend_ops` (`chain_id`,`reserved_at`,`ticker_hash`);--> statement-breakpoint
CREATE INDEX `trend_ops_by_check` ON `trend_ops` (`chain_id`,`status`,`checked_at`);--> statement-breakpoint
CREATE INDEX `trend_ops_by_deployment` ON `trend_ops` (`chain_id`,`deployed_at`,`ticker_hash`);--> statement-breakpoint
CREATE INDEX `trend_ops_by_measure` ON `trend_ops` (`chain_id`,`measured_at`);--> statement-breakpoint
CREATE TABLE `trend_profiles` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`subject` text,
	`handle` text,
	`handle_key` text,
	`display_name` text,
	`wallet_address` text,
	`looked_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trend_profiles_subject_unique` ON `trend_profiles` (`subject`);--> statement-breakpoint
CREATE INDEX `trend_profiles_by_handle` ON `trend_profiles` (`handle_key`,`resolved_at`);--> statement-breakpoint
CREATE TABLE `workspace_activity_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vault_address` text NOT NULL,
	`source` text NOT NULL,
	`event_type` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`severity` text NOT NULL,
	`actor_address` text,
	`payload_json` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workspace_activity_by_vault` ON `workspace_activity_events` (`vault_address`,`id`);--> statement-breakpoint
CREATE INDEX `workspace_activity_by_time` ON `workspace_activity_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `workspace_alert_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vault_address` text NOT NULL,
	`source` text NOT NULL,
	`cause` text NOT NULL,
	`severity` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`message` text NOT NULL,
	`metadata_json` text DEFAULT '{}' NOT NULL,
	`acknowledged_at` integer,
	`resolved_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "workspace_alert_status" CHECK("workspace_alert_events"."status" in ('open', 'acknowledged', 'resolved'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_alerts_unresolved` ON `workspace_alert_events` (`vault_address`,`cause`) WHERE "workspace_alert_events"."status" <> 'resolved';--> statement-breakpoint
CREATE INDEX `workspace_alerts_by_vault` ON `workspace_alert_events` (`vault_address`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `workspace_alerts_by_resolution` ON `workspace_alert_events` (`resolved_at`);--> statement-breakpoint
CREATE TABLE `workspace_approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`vault_address` text NOT NULL,
	`action_type` text NOT NULL,
	`subject` text NOT NULL,
	`payload_json` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`requested_by` text NOT NULL,
	`requested_account` text NOT NULL,
	`requested_wallets` text NOT NULL,
	`approved_by` text,
	`decided_by` text,
	`decided_at` integer,
	`executed_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "workspace_approval_status" CHECK("workspace_approvals"."status" in ('pending', 'approved', 'executed', 'rejected', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_approvals_undecided` ON `workspace_approvals` (`vault_address`,`action_type`,`subject`) WHERE "workspace_approvals"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX `workspace_approvals_by_vault` ON `workspace_approvals` (`vault_address`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `workspace_approvals_by_status` ON `workspace_approvals` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `workspace_audit_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`vault_address` text NOT NULL,
	`actor_address` text NOT NULL,
	`actor_account` text NOT NULL,
	`action_type` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`diff_json` text NOT NULL,
	`request_key` text,
	`request_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_audit_by_key` ON `workspace_audit_logs` (`vault_address`,`actor_account`,`request_key`) WHERE "workspace_audit_logs"."request_key" is not null;--> statement-breakpoint
CREATE INDEX `workspace_audit_by_vault` ON `workspace_audit_logs` (`vault_address`,`created_at`);--> statement-breakpoint
CREATE INDEX `workspace_audit_by_time` ON `workspace_audit_logs` (`created_at`);--> statement-breakpoint
CREATE TABLE `workspace_members` (
	`vault_address` text NOT NULL,
	`address` text NOT NULL,
	`role` text NOT NULL,
	`added_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`vault_address`, `address`),
	CONSTRAINT "workspace_member_role" CHECK("workspace_members"."role" in ('ADMIN', 'OPERATOR', 'VIEWER'))
);
--> statement-breakpoint
CREATE TABLE `workspace_monitoring_snapshots` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vault_address` text NOT NULL,
	`snapshot_kind` text NOT NULL,
	`payload_json` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workspace_snapshots_by_vault` ON `workspace_monitoring_snapshots` (`vault_address`,`created_at`);--> statement-breakpoint
CREATE INDEX `workspace_snapshots_by_time` ON `workspace_monitoring_snapshots` (`created_at`);--> statement-breakpoint
CREATE TABLE `workspace_notification_preferences` (
	`vault_address` text NOT NULL,
	`principal_address` text NOT NULL,
	`chatapp_enabled` integer NOT NULL,
	`msgnet_enabled` integer NOT NULL,
	`email_enabled` integer NOT NULL,
	`min_severity` text NOT NULL,
	`channels` text NOT NULL,
	`updated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`vault_address`, `principal_address`)
);
--> statement-breakpoint
CREATE INDEX `workspace_preferences_by_principal` ON `workspace_notification_preferences` (`principal_address`);--> statement-breakpoint
CREATE TABLE `workspace_strategy_targets` (
	`vault_address` text NOT NULL,
	`strategy_address` text NOT NULL,
	`target_weight_bps` integer NOT NULL,
	`max_assets_cap` text,
	`updated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`vault_address`, `strategy_address`),
	CONSTRAINT "workspace_target_weight" CHECK("workspace_strategy_targets"."target_weight_bps" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE `workspace_task_state` (
	`id` text PRIMARY KEY NOT NULL,
	`vault_address` text NOT NULL,
	`title` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`priority` text NOT NULL,
	`due_at` integer,
	`snoozed_until` integer,
	`assigned_to` text,
	`cause` text NOT NULL,
	`metadata_json` text DEFAULT '{}' NOT NULL,
	`updated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "workspace_task_status" CHECK("workspace_task_state"."status" in ('open', 'snoozed', 'approved', 'rejected', 'done'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_tasks_unended` ON `workspace_task_state` (`vault_address`,`cause`) WHERE "workspace_task_state"."status" in ('open', 'snoozed');--> statement-breakpoint
CREATE INDEX `workspace_tasks_by_vault` ON `workspace_task_state` (`vault_address`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `workspace_tasks_by_status` ON `workspace_task_state` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `workspace_vaults` (
	`vault_address` text PRIMARY KEY NOT NULL,
	`looked_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workspace_vaults_by_look` ON `workspace_vaults` (`looked_at`);--> statement-breakpoint
ALTER TABLE `actions` ADD `trust_zone` text GENERATED ALWAYS AS (case
  when action_type glob 'msgnet.group.*' or action_type glob 'msgnet.dm.*' or action_type glob 'notify.*' or action_type glob 'message.*' or action_type glob 'chatapp.notify*' then 'queue_messaging_monitoring'
  when action_type = '' or action_type glob 'runtime.*' or action_type glob 'monitor.*' or action_type glob 'healthcheck.*' or action_type glob 'keeper.monitor.*' then 'market_maintenance'
  else 'financial_execution' end) VIRTUAL NOT NULL;--> statement-breakpoint
ALTER TABLE `actions` ADD `lease_until` integer;--> statement-breakpoint
ALTER TABLE `actions` ADD `lease_owner` text;--> statement-breakpoint
ALTER TABLE `actions` ADD `last_report` text;--> statement-breakpoint
ALTER TABLE `actions` ADD `last_change` text;--> statement-breakpoint
CREATE INDEX `actions_by_zone` ON `actions` (`trust_zone`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `actions_by_change` ON `actions` (`last_change`);--> statement-breakpoint
CREATE INDEX `actions_by_vault` ON `actions` (`vault_address`,`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `creator_allowlist_by_smart_wallet` ON `creator_allowlist` (`smart_wallet_address`);--> statement-breakpoint
CREATE INDEX `logs_by_owner` ON `logs` (`chain`,`address`,`topic2`,`block_number`,`log_index`) WHERE stream = 'deployments';