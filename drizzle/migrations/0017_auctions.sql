CREATE TABLE `auctions` (
	`chain` integer NOT NULL,
	`auction` text NOT NULL,
	`vault` text,
	`token` text,
	`currency` text,
	`start_block` integer,
	`end_block` integer,
	PRIMARY KEY(`chain`, `auction`)
);
