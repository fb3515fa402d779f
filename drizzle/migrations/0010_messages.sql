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
