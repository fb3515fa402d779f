CREATE TABLE `managed_token_lists` (
	`genesis` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`major` integer NOT NULL,
	`minor` integer NOT NULL,
	`patch` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`verified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `managed_tokens` (
	`genesis` text NOT NULL,
	`address` text NOT NULL,
	`name` text NOT NULL,
	`symbol` text NOT NULL,
	`decimals` integer NOT NULL,
	`vault` text NOT NULL,
	`block_number` integer NOT NULL,
	`created_at` integer NOT NULL,
	`verified_at` integer NOT NULL,
	PRIMARY KEY(`genesis`, `address`)
);
