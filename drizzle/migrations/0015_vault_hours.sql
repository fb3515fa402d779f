CREATE TABLE `vault_hours` (
	`chain` integer NOT NULL,
	`vault` text NOT NULL,
	`hour` integer NOT NULL,
	`total_assets` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_time` integer NOT NULL,
	PRIMARY KEY(`chain`, `vault`, `hour`)
);
--> statement-breakpoint
CREATE INDEX `vault_hours_by_hour` ON `vault_hours` (`chain`,`hour`);--> statement-breakpoint
ALTER TABLE `vaults` ADD `coin_decimals` integer;