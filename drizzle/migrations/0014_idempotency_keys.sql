CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`principal` text NOT NULL,
	`fingerprint` text NOT NULL,
	`claim` text,
	`claimed_until` integer NOT NULL,
	`answer` text,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_principal` ON `idempotency_keys` (`principal`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_expiry` ON `idempotency_keys` (`expires_at`);