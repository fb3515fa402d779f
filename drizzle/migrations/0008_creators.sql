CREATE TABLE `creator_agent_wallets` (
	`key` text PRIMARY KEY NOT NULL,
	`agent_wallet_id` text NOT NULL,
	`agent_wallet_address` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creator_agent_wallets_by_id` ON `creator_agent_wallets` (`agent_wallet_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `creator_agent_wallets_by_address` ON `creator_agent_wallets` (`agent_wallet_address`);--> statement-breakpoint
CREATE TABLE `creator_agents` (
	`creator_address` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`agent_type` text NOT NULL,
	`server_wallet_id` text NOT NULL,
	`smart_wallet_address` text NOT NULL,
	`listed_publicly` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `creator_agents_by_time` ON `creator_agents` (`created_at`,`creator_address`);--> statement-breakpoint
CREATE UNIQUE INDEX `creator_agents_by_profile` ON `creator_agents` (`profile_id`);