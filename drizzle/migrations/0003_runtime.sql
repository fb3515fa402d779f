CREATE TABLE `actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vault_address` text NOT NULL,
	`group_id` text NOT NULL,
	`action_type` text NOT NULL,
	`action` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`executed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `actions_in_flight` ON `actions` (`dedupe_key`) WHERE status in ('pending', 'retry', 'executing');--> statement-breakpoint
CREATE INDEX `actions_by_status` ON `actions` (`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `cre_runtime_decisions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workflow` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`content` text NOT NULL,
	`status` text NOT NULL,
	`action_id` integer,
	`correlation_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cre_runtime_decisions_by_key` ON `cre_runtime_decisions` (`workflow`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `cre_runtime_decisions_by_time` ON `cre_runtime_decisions` (`created_at`);--> statement-breakpoint
CREATE TABLE `cre_runtime_records` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workflow` text NOT NULL,
	`kind` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`payload` text NOT NULL,
	`source` text NOT NULL,
	`correlation_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cre_runtime_records_by_key` ON `cre_runtime_records` (`workflow`,`kind`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `cre_runtime_records_by_time` ON `cre_runtime_records` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cre_runtime_records_by_kind` ON `cre_runtime_records` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cre_runtime_records_by_workflow` ON `cre_runtime_records` (`workflow`,`created_at`,`id`);