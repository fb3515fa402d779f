CREATE TABLE `wallet_link_endings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`profile_id` text NOT NULL,
	`address` text NOT NULL,
	`owner` text,
	`reason` text NOT NULL,
	`chain_id` integer NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`ended_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `wallet_link_endings_by_profile` ON `wallet_link_endings` (`profile_id`);--> statement-breakpoint
CREATE INDEX `wallet_link_endings_by_time` ON `wallet_link_endings` (`ended_at`);--> statement-breakpoint
CREATE TABLE `person_joins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`a` text NOT NULL,
	`b` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `person_joins_open` ON `person_joins` (`a`,`b`) WHERE "person_joins"."until" is null;--> statement-breakpoint
CREATE INDEX `person_joins_by_a` ON `person_joins` (`a`,`until`);--> statement-breakpoint
CREATE INDEX `person_joins_by_b` ON `person_joins` (`b`,`until`);--> statement-breakpoint
CREATE INDEX `person_joins_by_end` ON `person_joins` (`until`);--> statement-breakpoint
CREATE TABLE `workspace_appointments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vault_address` text NOT NULL,
	`address` text NOT NULL,
	`by_person` text NOT NULL,
	`owner_address` text,
	`above` text NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_appointments_open` ON `workspace_appointments` (`vault_address`,`address`) WHERE "workspace_appointments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `workspace_appointments_by_vault` ON `workspace_appointments` (`vault_address`,`address`,`ended_at`);--> statement-breakpoint
CREATE INDEX `workspace_appointments_by_end` ON `workspace_appointments` (`ended_at`);--> statement-breakpoint
CREATE INDEX `workspace_appointments_by_start` ON `workspace_appointments` (`since`);--> statement-breakpoint
DROP INDEX `referral_conversions_by_referrer`;--> statement-breakpoint
CREATE INDEX `referral_conversions_by_day` ON `referral_conversions` (`referrer_profile_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `owner` text;--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `signed_hash` text;--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `signature` text;--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `counterfactual` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `single_owner` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `proven_block` integer;--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `denied_at` integer;--> statement-breakpoint
ALTER TABLE `profile_wallets` ADD `checked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `profile_wallets_by_check` ON `profile_wallets` (`kind`,`denied_at`,`checked_at`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `made_by` text;--> statement-breakpoint
ALTER TABLE `agent_verification_reports` ADD `genesis` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `handoff_codes` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `handoff_codes` ADD `by_wallet` text;--> statement-breakpoint
ALTER TABLE `handoff_codes` ADD `proofs` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_mailbox` ON `waitlist_entries` (`mailbox`);--> statement-breakpoint
ALTER TABLE `workspace_approvals` ADD `requested_person` text;--> statement-breakpoint
ALTER TABLE `workspace_approvals` ADD `requested_owner` text;
--> statement-breakpoint
-- An account without a wallet of a key was opened by its smart wallet. Smart wallets of an account with one key were confirmed by it; of
-- others the owner is confirmed again.
UPDATE `profiles` SET `made_by` = (SELECT `address` FROM `profile_wallets` w WHERE w.`profile_id` = `profiles`.`id` ORDER BY w.`canonical` DESC LIMIT 1)
WHERE NOT EXISTS (SELECT 1 FROM `profile_wallets` w WHERE w.`profile_id` = `profiles`.`id` AND w.`kind` = 'owner');--> statement-breakpoint
UPDATE `profile_wallets` SET `owner` = (SELECT iif(count(*) = 1, min(o.`address`), NULL) FROM `profile_wallets` o WHERE o.`profile_id` = `profile_wallets`.`profile_id` AND o.`kind` = 'owner')
WHERE `kind` = 'smart';--> statement-breakpoint
INSERT INTO `person_joins` (`a`, `b`, `since`) SELECT 'account:' || `profile_id`, 'wallet:' || `address`, `linked_at` FROM `profile_wallets`;--> statement-breakpoint
DELETE FROM `handoff_codes`;
