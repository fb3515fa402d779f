CREATE TABLE `chat_conversations` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`vault` text NOT NULL,
	`admins` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_command_center_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event` text NOT NULL,
	`conversation_id` text,
	`conversation_type` text,
	`command_id` text,
	`source` text,
	`principal` text,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chat_command_center_events_by_time` ON `chat_command_center_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `canonical_reputation_scores` (
	`user_id` text PRIMARY KEY NOT NULL,
	`selected_userkey` text NOT NULL,
	`score` integer NOT NULL,
	`level` text,
	`source_identity_type` text NOT NULL,
	`score_fetched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `creator_reputation` (
	`chain` integer NOT NULL,
	`vault` text NOT NULL,
	`owner` text,
	`owner_read_at` integer DEFAULT 0 NOT NULL,
	`user_id` text,
	`selected_userkey` text,
	`score` integer,
	`level` text,
	`score_fetched_at` integer,
	PRIMARY KEY(`chain`, `vault`)
);
--> statement-breakpoint
CREATE INDEX `creator_reputation_by_read` ON `creator_reputation` (`chain`,`owner_read_at`);--> statement-breakpoint
CREATE INDEX `creator_reputation_by_owner` ON `creator_reputation` (`chain`,`owner`);--> statement-breakpoint
CREATE TABLE `reputation_sync_leases` (
	`sync_key` text PRIMARY KEY NOT NULL,
	`lease_owner` text NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reputation_sync_state` (
	`sync_key` text PRIMARY KEY NOT NULL,
	`cursor_after` text,
	`caught_up` integer DEFAULT false NOT NULL,
	`last_synced_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`retry_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reputation_userkey_scores` (
	`userkey` text PRIMARY KEY NOT NULL,
	`score` integer,
	`level` text,
	`status` text NOT NULL,
	`provider_updated_ms` integer,
	`fetched_at` integer,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reputation_userkey_scores_due` ON `reputation_userkey_scores` (`due_at`,`userkey`);--> statement-breakpoint
CREATE INDEX `reputation_userkey_scores_by_fetch` ON `reputation_userkey_scores` (`fetched_at`);--> statement-breakpoint
CREATE TABLE `user_reputation_identity_keys` (
	`user_id` text NOT NULL,
	`userkey` text NOT NULL,
	`identity_type` text NOT NULL,
	`priority` integer NOT NULL,
	`source` text NOT NULL,
	`verified_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `userkey`)
);
--> statement-breakpoint
CREATE INDEX `user_reputation_identity_keys_by_key` ON `user_reputation_identity_keys` (`userkey`);