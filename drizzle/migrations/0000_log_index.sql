CREATE TABLE `chains` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chain_id` integer NOT NULL,
	`genesis` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`head_number` integer DEFAULT 0 NOT NULL,
	`head_time` integer DEFAULT 0 NOT NULL,
	`listed_number` integer DEFAULT 0 NOT NULL,
	`listed_time` integer DEFAULT 0 NOT NULL,
	`checked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chains_by_genesis` ON `chains` (`chain_id`,`genesis`);--> statement-breakpoint
CREATE INDEX `chains_by_check` ON `chains` (`chain_id`,`checked_at`);--> statement-breakpoint
CREATE TABLE `index_addresses` (
	`chain` integer NOT NULL,
	`stream` text NOT NULL,
	`address` text NOT NULL,
	`cohort` integer NOT NULL,
	PRIMARY KEY(`chain`, `stream`, `address`)
);
--> statement-breakpoint
CREATE TABLE `index_blocks` (
	`chain` integer NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`time` integer NOT NULL,
	PRIMARY KEY(`chain`, `number`)
);
--> statement-breakpoint
CREATE TABLE `index_streams` (
	`chain` integer NOT NULL,
	`stream` text NOT NULL,
	`cohort` integer NOT NULL,
	`topics` text NOT NULL,
	`from_block` integer NOT NULL,
	`next_block` integer NOT NULL,
	`checkpoint_hash` text,
	`checkpoint_time` integer,
	`span` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`chain`, `stream`, `cohort`)
);
--> statement-breakpoint
CREATE TABLE `log_hours` (
	`chain` integer NOT NULL,
	`stream` text NOT NULL,
	`address` text NOT NULL,
	`hour` integer NOT NULL,
	`first_block` integer NOT NULL,
	`last_block` integer NOT NULL,
	`stale` integer NOT NULL,
	`totals` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`chain`, `stream`, `address`, `hour`)
);
--> statement-breakpoint
CREATE INDEX `log_hours_by_hour` ON `log_hours` (`chain`,`stream`,`hour`);--> statement-breakpoint
CREATE INDEX `log_hours_stale` ON `log_hours` (`chain`,`stream`,`stale`,`address`,`hour`);--> statement-breakpoint
CREATE TABLE `logs` (
	`chain` integer NOT NULL,
	`stream` text NOT NULL,
	`block_number` integer NOT NULL,
	`log_index` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` integer NOT NULL,
	`tx_hash` text NOT NULL,
	`address` text NOT NULL,
	`topic0` text,
	`topic1` text,
	`topic2` text,
	`topic3` text,
	`data` text NOT NULL,
	PRIMARY KEY(`chain`, `stream`, `block_number`, `log_index`)
);
--> statement-breakpoint
CREATE INDEX `logs_by_address` ON `logs` (`chain`,`stream`,`address`,`block_number`,`log_index`);--> statement-breakpoint
CREATE INDEX `logs_by_topic1` ON `logs` (`chain`,`stream`,`address`,`topic1`,`block_number`,`log_index`);--> statement-breakpoint
CREATE TABLE `vaults` (
	`chain` integer NOT NULL,
	`vault` text NOT NULL,
	`creator_coin` text NOT NULL,
	`share_token` text,
	`kind` integer,
	`name` text,
	`symbol` text,
	`share_name` text,
	`share_symbol` text,
	`coin_name` text,
	`coin_symbol` text,
	`search` text NOT NULL,
	`active` integer NOT NULL,
	`prelaunch` integer NOT NULL,
	`group_id` text,
	`graduated_at` integer,
	`settled_at` integer,
	`settlement_stage` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`price` text,
	`market_cap` text NOT NULL,
	`volume_1d` text NOT NULL,
	`volume_1w` text NOT NULL,
	`volume_1y` text NOT NULL,
	`fees_24h` text NOT NULL,
	`sums` text DEFAULT '{}' NOT NULL,
	`summed_hour` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`chain`, `vault`)
);
--> statement-breakpoint
CREATE INDEX `vaults_by_volume_1d` ON `vaults` (`chain`,`volume_1d`,`updated_at`,`vault`);--> statement-breakpoint
CREATE INDEX `vaults_by_volume_1w` ON `vaults` (`chain`,`volume_1w`,`updated_at`,`vault`);--> statement-breakpoint
CREATE INDEX `vaults_by_volume_1y` ON `vaults` (`chain`,`volume_1y`,`updated_at`,`vault`);--> statement-breakpoint
CREATE INDEX `vaults_by_market_cap` ON `vaults` (`chain`,`market_cap`,`updated_at`,`vault`);--> statement-breakpoint
CREATE INDEX `vaults_by_fees_24h` ON `vaults` (`chain`,`fees_24h`,`updated_at`,`vault`);--> statement-breakpoint
CREATE INDEX `vaults_by_creation` ON `vaults` (`chain`,`created_at`,`updated_at`,`vault`);