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
CREATE INDEX `actions_by_vault` ON `actions` (`vault_address`,`status`,`updated_at`);