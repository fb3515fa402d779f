ALTER TABLE `vaults` ADD `skeletons` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `logs_by_holder_auction_bids` ON `logs` (`chain`,`topic2`,`block_number`,`log_index`) WHERE stream = 'auction-bids';--> statement-breakpoint
CREATE INDEX `logs_by_holder_lottery_entries` ON `logs` (`chain`,`topic2`,`block_number`,`log_index`) WHERE stream = 'lottery-entries';--> statement-breakpoint
CREATE INDEX `logs_by_holder_identity` ON `logs` (`chain`,`topic2`,`block_number`,`log_index`) WHERE stream = 'identity';