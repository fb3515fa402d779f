-- Milliseconds become seconds, as in all other tables.
UPDATE `cre_runtime_records` SET `created_at` = `created_at` / 1000;--> statement-breakpoint
UPDATE `cre_runtime_decisions` SET `created_at` = `created_at` / 1000;--> statement-breakpoint
UPDATE `actions` SET `created_at` = `created_at` / 1000, `updated_at` = `updated_at` / 1000,
	`next_attempt_at` = `next_attempt_at` / 1000, `executed_at` = `executed_at` / 1000;