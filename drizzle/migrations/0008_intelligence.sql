CREATE TABLE `entity_labels_cache` (
	`address` text NOT NULL,
	`chain_id` integer NOT NULL,
	`label` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`address`, `chain_id`)
);
--> statement-breakpoint
CREATE INDEX `entity_labels_cache_by_expiry` ON `entity_labels_cache` (`expires_at`);--> statement-breakpoint
CREATE TABLE `wallet_intelligence_cache` (
	`key` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`address` text NOT NULL,
	`data` text,
	`created_at` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `wallet_intelligence_cache_by_expiry` ON `wallet_intelligence_cache` (`expires_at`);