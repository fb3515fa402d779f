DROP INDEX `referral_conversions_by_referrer`;--> statement-breakpoint
CREATE INDEX `referral_conversions_by_day` ON `referral_conversions` (`referrer_profile_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `waitlist_entries` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_mailbox` ON `waitlist_entries` (`mailbox`);