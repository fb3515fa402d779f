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
ALTER TABLE `workspace_approvals` ADD `requested_person` text;--> statement-breakpoint
ALTER TABLE `workspace_approvals` ADD `requested_owner` text;--> statement-breakpoint
INSERT INTO `person_joins` (`a`, `b`, `since`) SELECT 'account:' || `profile_id`, 'wallet:' || `address`, `linked_at` FROM `profile_wallets`;
