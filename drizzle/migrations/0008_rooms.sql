CREATE TABLE `room_joins` (
	`jti` text NOT NULL,
	`protocol` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`jti`, `protocol`)
);
--> statement-breakpoint
CREATE TABLE `room_rules` (
	`chain_id` integer NOT NULL,
	`room_key` text NOT NULL,
	`type` text NOT NULL,
	`vault` text NOT NULL,
	`share_token` text NOT NULL,
	`min_shares` text NOT NULL,
	`min_hold_seconds` integer NOT NULL,
	`grace_seconds` integer NOT NULL,
	`gating_enabled` integer NOT NULL,
	`join_locked` integer NOT NULL,
	`enabled` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	PRIMARY KEY(`chain_id`, `room_key`)
);
--> statement-breakpoint
CREATE INDEX `room_rules_by_share_token` ON `room_rules` (`chain_id`,`share_token`);--> statement-breakpoint
CREATE INDEX `room_rules_by_vault` ON `room_rules` (`chain_id`,`vault`);--> statement-breakpoint
CREATE TABLE `room_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`chain_id` integer NOT NULL,
	`share_token` text NOT NULL,
	`room_key` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `room_tokens_by_expiry` ON `room_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `room_tokens_by_room` ON `room_tokens` (`chain_id`,`room_key`,`wallet`);--> statement-breakpoint
CREATE INDEX `logs_by_receiver` ON `logs` (`chain`,`address`,`topic2`,`block_number`,`log_index`) WHERE stream = 'shares';