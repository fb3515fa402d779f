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
CREATE INDEX `trend_profiles_by_handle` ON `trend_profiles` (`handle_key`,`resolved_at`);