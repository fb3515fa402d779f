CREATE TABLE `paymaster_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`principal` text NOT NULL,
	`sender` text NOT NULL,
	`method` text NOT NULL,
	`mode` text,
	`userop_hash` text NOT NULL,
	`allowed` integer NOT NULL,
	`code` text
);
--> statement-breakpoint
CREATE INDEX `paymaster_decisions_by_time` ON `paymaster_decisions` (`created_at`);--> statement-breakpoint
CREATE INDEX `paymaster_decisions_by_principal` ON `paymaster_decisions` (`principal`,`allowed`,`created_at`);--> statement-breakpoint
CREATE INDEX `creator_allowlist_by_smart_wallet` ON `creator_allowlist` (`smart_wallet_address`);--> statement-breakpoint
CREATE INDEX `logs_by_owner` ON `logs` (`chain`,`address`,`topic2`,`block_number`,`log_index`) WHERE stream = 'deployments';