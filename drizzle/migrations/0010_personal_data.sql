CREATE TABLE `profile_deletions` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`session_hash` text NOT NULL,
	`wallets` text NOT NULL,
	`chatapp_users` text NOT NULL,
	`idp_users` text NOT NULL,
	`requested_at` integer NOT NULL,
	`erased_at` integer
);
--> statement-breakpoint
CREATE INDEX `profile_deletions_by_address` ON `profile_deletions` (`address`);--> statement-breakpoint
CREATE INDEX `profile_deletions_by_time` ON `profile_deletions` (`requested_at`);--> statement-breakpoint
CREATE INDEX `chat_command_center_events_by_principal` ON `chat_command_center_events` (`principal`);--> statement-breakpoint
CREATE INDEX `chatapp_link_telemetry_by_user` ON `chatapp_link_telemetry_events` (`chatapp_user_id`);--> statement-breakpoint
CREATE INDEX `wallet_intelligence_cache_by_address` ON `wallet_intelligence_cache` (`address`,`source`);--> statement-breakpoint
CREATE INDEX `lottery_entry_inbox_by_profile` ON `lottery_entry_inbox` (`profile_id`);--> statement-breakpoint
CREATE INDEX `room_tokens_by_wallet` ON `room_tokens` (`wallet`);--> statement-breakpoint
CREATE INDEX `svm_sweep_jobs_by_profile` ON `svm_sweep_jobs` (`profile_id`);--> statement-breakpoint
CREATE INDEX `points_by_source` ON `points` (`source_id`,`source`);