CREATE TABLE `access_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`wallet_address` text NOT NULL,
	`coin_address` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`reviewed_at` integer,
	`reviewed_by` text,
	`decision_note` text,
	CONSTRAINT "access_request_status" CHECK("access_requests"."status" in ('pending', 'approved', 'denied'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_requests_pending` ON `access_requests` (`wallet_address`) WHERE "access_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `access_requests_by_wallet` ON `access_requests` (`wallet_address`,`id`);--> statement-breakpoint
CREATE INDEX `access_requests_by_status` ON `access_requests` (`status`,`id`);--> statement-breakpoint
CREATE TABLE `admin_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_address` text NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`details` text NOT NULL,
	`ip_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `admin_log_by_time` ON `admin_log` (`created_at`);--> statement-breakpoint
CREATE INDEX `admin_log_by_target` ON `admin_log` (`target_type`,`target_id`);--> statement-breakpoint
CREATE TABLE `creator_allowlist` (
	`address` text PRIMARY KEY NOT NULL,
	`smart_wallet_address` text,
	`approved_by` text NOT NULL,
	`approved_at` integer NOT NULL,
	`revoked_at` integer,
	`note` text
);
--> statement-breakpoint
CREATE INDEX `creator_allowlist_by_time` ON `creator_allowlist` (`approved_at`,`address`);--> statement-breakpoint
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
CREATE TABLE `handoff_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`address` text NOT NULL,
	`code_challenge` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer
);
--> statement-breakpoint
CREATE INDEX `handoff_codes_by_profile` ON `handoff_codes` (`profile_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `handoff_codes_by_expiry` ON `handoff_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `agent_checkpoints` (
	`agent` text NOT NULL,
	`conversation` text NOT NULL,
	`position` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`agent`, `conversation`)
);
--> statement-breakpoint
CREATE INDEX `agent_checkpoints_by_time` ON `agent_checkpoints` (`updated_at`);--> statement-breakpoint
CREATE TABLE `agent_inboxes` (
	`agent` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL,
	`looked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agent_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`agent` text NOT NULL,
	`conversation` text NOT NULL,
	`kind` text NOT NULL,
	`position` text NOT NULL,
	`sender_inbox` text NOT NULL,
	`sender_addresses` text NOT NULL,
	`text` text,
	`state` text NOT NULL,
	`outcome` text,
	`attempts` integer NOT NULL,
	`due_at` integer,
	`award_profile` text,
	`award_day` text,
	`reply` text,
	`reply_kind` text,
	`replied_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agent_messages_due` ON `agent_messages` (`agent`,`due_at`,`position`);--> statement-breakpoint
CREATE INDEX `agent_messages_by_sender` ON `agent_messages` (`sender_inbox`,`replied_at`);--> statement-breakpoint
CREATE INDEX `agent_messages_by_conversation` ON `agent_messages` (`agent`,`conversation`,`reply_kind`,`replied_at`);--> statement-breakpoint
CREATE INDEX `agent_messages_by_state` ON `agent_messages` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `run_leases` (
	`work` text PRIMARY KEY NOT NULL,
	`lease_owner` text NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `svm_sweep_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`source_wallet` text NOT NULL,
	`target_wallet` text NOT NULL,
	`min_lamports` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "svm_sweep_status" CHECK("svm_sweep_jobs"."status" in ('pending', 'retrying', 'processing', 'succeeded', 'failed', 'blocked', 'cancelled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `svm_sweep_jobs_live` ON `svm_sweep_jobs` (`profile_id`) WHERE "svm_sweep_jobs"."status" in ('pending', 'retrying', 'processing');--> statement-breakpoint
CREATE INDEX `svm_sweep_jobs_by_time` ON `svm_sweep_jobs` (`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `svm_sweep_jobs_by_profile` ON `svm_sweep_jobs` (`profile_id`);--> statement-breakpoint
CREATE TABLE `points` (
	`profile_id` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`identity_hash` text NOT NULL,
	`amount` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`profile_id`, `source`, `source_id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `points_by_identity` ON `points` (`source`,`identity_hash`);--> statement-breakpoint
CREATE INDEX `points_by_source` ON `points` (`source_id`,`source`);--> statement-breakpoint
CREATE TABLE `referral_conversions` (
	`invitee_profile_id` text PRIMARY KEY NOT NULL,
	`referrer_profile_id` text NOT NULL,
	`referral_code` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `referral_conversions_by_referrer` ON `referral_conversions` (`referrer_profile_id`);--> statement-breakpoint
CREATE TABLE `waitlist_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`profile_id` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`decision_note` text,
	CONSTRAINT "waitlist_status" CHECK("waitlist_entries"."status" in ('pending', 'approved', 'denied'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_entries_profile_id_unique` ON `waitlist_entries` (`profile_id`);--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_status` ON `waitlist_entries` (`status`,`id`);--> statement-breakpoint
ALTER TABLE `linked_accounts` ADD `canonical` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `linked_accounts_canonical` ON `linked_accounts` (`profile_id`,`kind`) WHERE "linked_accounts"."canonical" = 1;--> statement-breakpoint
ALTER TABLE `profiles` ADD `display_name` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `bio` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `website` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `avatar_url` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `banner_url` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `avatar_social_uri` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `banner_social_uri` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `referral_code` text;--> statement-breakpoint
CREATE UNIQUE INDEX `profiles_referral_code_unique` ON `profiles` (`referral_code`);--> statement-breakpoint
CREATE INDEX `chat_command_center_events_by_principal` ON `chat_command_center_events` (`principal`);--> statement-breakpoint
CREATE INDEX `chatapp_link_telemetry_by_user` ON `chatapp_link_telemetry_events` (`chatapp_user_id`);--> statement-breakpoint
CREATE INDEX `wallet_intelligence_cache_by_address` ON `wallet_intelligence_cache` (`address`,`source`);--> statement-breakpoint
CREATE INDEX `lottery_entry_inbox_by_profile` ON `lottery_entry_inbox` (`profile_id`);--> statement-breakpoint
CREATE INDEX `room_tokens_by_wallet` ON `room_tokens` (`wallet`);