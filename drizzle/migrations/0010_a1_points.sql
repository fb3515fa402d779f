ALTER TABLE `points` ADD `identity_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `points_by_identity` ON `points` (`source`,`identity_hash`);