CREATE TABLE `agent_files` (
	`chain` integer NOT NULL,
	`block_number` integer NOT NULL,
	`log_index` integer NOT NULL,
	`agent_id` text NOT NULL,
	`name` text,
	`skeleton` text,
	PRIMARY KEY(`chain`, `block_number`, `log_index`)
);
--> statement-breakpoint
CREATE INDEX `agent_files_by_agent` ON `agent_files` (`chain`,`agent_id`,`block_number`,`log_index`);--> statement-breakpoint
CREATE INDEX `agent_files_by_name` ON `agent_files` (`chain`,`skeleton`);