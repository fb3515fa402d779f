CREATE TABLE `linked_accounts` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`profile_id` text NOT NULL,
	`handle` text,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE INDEX `linked_accounts_by_profile` ON `linked_accounts` (`profile_id`);--> statement-breakpoint
CREATE TABLE `profile_wallets` (
	`address` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`kind` text NOT NULL,
	`canonical` integer NOT NULL,
	`linked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `profile_wallets_by_profile` ON `profile_wallets` (`profile_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `profile_wallets_canonical` ON `profile_wallets` (`profile_id`) WHERE "profile_wallets"."canonical" = 1;--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `amoe_credits` (
	`profile_id` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`units` integer NOT NULL,
	`seq` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`profile_id`, `source`, `source_id`)
);
--> statement-breakpoint
CREATE TABLE `amoe_entries` (
	`nonce` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`wallet` text NOT NULL,
	`creator_coin` text NOT NULL,
	`chain_id` integer NOT NULL,
	`target` text NOT NULL,
	`units` integer NOT NULL,
	`deadline` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE INDEX `amoe_entries_by_deadline` ON `amoe_entries` (`status`,`deadline`,`nonce`);--> statement-breakpoint
CREATE INDEX `amoe_entries_by_profile` ON `amoe_entries` (`profile_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `amoe_ledgers` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`units` integer NOT NULL,
	`seq` integer NOT NULL,
	`stale` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `amoe_ledgers_stale` ON `amoe_ledgers` (`stale`);