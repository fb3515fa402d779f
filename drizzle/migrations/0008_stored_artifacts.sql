CREATE TABLE `stored_artifacts` (
	`sha256` text PRIMARY KEY NOT NULL,
	`keccak256` text NOT NULL,
	`kind` text NOT NULL,
	`provider` text NOT NULL,
	`uri` text NOT NULL,
	`gateway_url` text NOT NULL,
	`storage_key` text NOT NULL,
	`status_url` text,
	`bytes` integer NOT NULL,
	`content_type` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stored_artifacts_by_creator` ON `stored_artifacts` (`created_by`,`created_at`);