CREATE TABLE `agent_registration_state` (
	`agent_key` text PRIMARY KEY NOT NULL,
	`payload_hash` text NOT NULL,
	`storage_uri` text NOT NULL,
	`gateway_url` text NOT NULL,
	`storage_key` text NOT NULL,
	`status_url` text,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `agent_verification_reports` (
	`agent_key` text PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL,
	`report` text NOT NULL
);
--> statement-breakpoint
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