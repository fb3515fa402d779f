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
ALTER TABLE `actions` ADD `trust_zone` text GENERATED ALWAYS AS (case
  when action_type glob 'msgnet.group.*' or action_type glob 'msgnet.dm.*' or action_type glob 'notify.*' or action_type glob 'message.*' or action_type glob 'chatapp.notify*' then 'queue_messaging_monitoring'
  when action_type = '' or action_type glob 'runtime.*' or action_type glob 'monitor.*' or action_type glob 'healthcheck.*' or action_type glob 'keeper.monitor.*' then 'market_maintenance'
  else 'financial_execution' end) VIRTUAL NOT NULL;--> statement-breakpoint
ALTER TABLE `actions` ADD `lease_until` integer;--> statement-breakpoint
ALTER TABLE `actions` ADD `lease_owner` text;--> statement-breakpoint
ALTER TABLE `actions` ADD `last_report` text;--> statement-breakpoint
ALTER TABLE `actions` ADD `last_change` text;--> statement-breakpoint
CREATE INDEX `actions_by_zone` ON `actions` (`trust_zone`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `actions_by_change` ON `actions` (`last_change`);