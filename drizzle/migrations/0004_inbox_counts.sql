CREATE TABLE `lottery_inbox_counts` (
	`genesis` text NOT NULL,
	`program` text NOT NULL,
	`status` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`genesis`, `program`, `status`)
);
--> statement-breakpoint
DROP INDEX `lottery_entry_inbox_by_status`;--> statement-breakpoint
CREATE INDEX `lottery_entry_inbox_by_status` ON `lottery_entry_inbox` (`cluster_genesis_hash`,`program_id`,`status`,`created_at`);--> statement-breakpoint
INSERT INTO `lottery_inbox_counts` (`genesis`, `program`, `status`, `n`) SELECT `cluster_genesis_hash`, `program_id`, `status`, count(*) FROM `lottery_entry_inbox` GROUP BY 1, 2, 3;