CREATE TABLE `key_coverage_snapshots` (
	`genesis` text NOT NULL,
	`chain_id` integer NOT NULL,
	`buyer` text NOT NULL,
	`creator_coin` text,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` integer NOT NULL,
	`snapshot_hash` text NOT NULL,
	`units` text NOT NULL,
	`published_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`genesis`, `buyer`, `block_number`)
);
--> statement-breakpoint
CREATE INDEX `key_coverage_snapshots_by_time` ON `key_coverage_snapshots` (`created_at`);--> statement-breakpoint
CREATE TABLE `key_coverage_stakes` (
	`genesis` text NOT NULL,
	`wallet` text NOT NULL,
	`token_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_time` integer NOT NULL,
	`buyer` text NOT NULL,
	`amount` text NOT NULL,
	PRIMARY KEY(`genesis`, `wallet`, `token_id`, `block_number`)
);
--> statement-breakpoint
CREATE INDEX `key_coverage_stakes_by_buyer` ON `key_coverage_stakes` (`genesis`,`buyer`,`block_number`);--> statement-breakpoint
CREATE TABLE `lottery_entry_inbox` (
	`source_event_id` text PRIMARY KEY NOT NULL,
	`cluster_genesis_hash` text NOT NULL,
	`program_id` text NOT NULL,
	`signature` text NOT NULL,
	`instruction_index` integer NOT NULL,
	`event_index` integer NOT NULL,
	`instruction_kind` text NOT NULL,
	`creator_mint` text,
	`buyer_svm` text,
	`amount_raw` text,
	`slot` integer NOT NULL,
	`block_time` integer,
	`status` text NOT NULL,
	`quarantine_reason` text,
	`profile_id` text,
	`beneficiary_wallet` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `lottery_entry_inbox_by_status` ON `lottery_entry_inbox` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `lottery_entry_inbox_by_signature` ON `lottery_entry_inbox` (`signature`);--> statement-breakpoint
CREATE TABLE `lottery_ingest_cursor` (
	`genesis` text NOT NULL,
	`program` text NOT NULL,
	`last_signature` text,
	`last_slot` integer,
	`walk_before` text,
	`revision` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`genesis`, `program`)
);
--> statement-breakpoint
CREATE TABLE `lottery_ingest_pending` (
	`genesis` text NOT NULL,
	`program` text NOT NULL,
	`signature` text NOT NULL,
	`first_seen` integer NOT NULL,
	`attempts` integer NOT NULL,
	`next_try` integer NOT NULL,
	`last_error` text NOT NULL,
	PRIMARY KEY(`genesis`, `program`, `signature`)
);
--> statement-breakpoint
CREATE INDEX `lottery_ingest_pending_due` ON `lottery_ingest_pending` (`next_try`);--> statement-breakpoint
CREATE TABLE `lottery_ingest_seen` (
	`genesis` text NOT NULL,
	`program` text NOT NULL,
	`signature` text NOT NULL,
	`outcome` text NOT NULL,
	`slot` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`genesis`, `program`, `signature`)
);
--> statement-breakpoint
CREATE INDEX `lottery_ingest_seen_by_time` ON `lottery_ingest_seen` (`seen_at`);