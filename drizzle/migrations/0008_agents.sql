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
CREATE INDEX `stored_artifacts_by_creator` ON `stored_artifacts` (`created_by`,`created_at`);--> statement-breakpoint
CREATE TABLE `creator_agent_wallets` (
	`key` text PRIMARY KEY NOT NULL,
	`agent_wallet_id` text NOT NULL,
	`agent_wallet_address` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creator_agent_wallets_by_id` ON `creator_agent_wallets` (`agent_wallet_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `creator_agent_wallets_by_address` ON `creator_agent_wallets` (`agent_wallet_address`);--> statement-breakpoint
CREATE TABLE `creator_agents` (
	`creator_address` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`agent_type` text NOT NULL,
	`server_wallet_id` text NOT NULL,
	`smart_wallet_address` text NOT NULL,
	`listed_publicly` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `creator_agents_by_time` ON `creator_agents` (`created_at`,`creator_address`);--> statement-breakpoint
CREATE UNIQUE INDEX `creator_agents_by_profile` ON `creator_agents` (`profile_id`);--> statement-breakpoint
CREATE TABLE `feedback_checks` (
	`chain` integer NOT NULL,
	`registry` text NOT NULL,
	`agent_id` text NOT NULL,
	`client` text NOT NULL,
	`feedback_index` integer NOT NULL,
	`feedback_hash` text NOT NULL,
	`uri_hash` text NOT NULL,
	`outcome` text NOT NULL,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`chain`, `registry`, `agent_id`, `client`, `feedback_index`, `feedback_hash`, `uri_hash`)
);
--> statement-breakpoint
CREATE INDEX `feedback_checks_by_outcome` ON `feedback_checks` (`outcome`,`checked_at`);--> statement-breakpoint
CREATE TABLE `feedback_index` (
	`chain` integer NOT NULL,
	`registry` text NOT NULL,
	`agent_id` text NOT NULL,
	`client` text NOT NULL,
	`feedback_index` integer NOT NULL,
	`value` text NOT NULL,
	`value_decimals` integer NOT NULL,
	`rating` text NOT NULL,
	`tag1` text NOT NULL,
	`tag2` text NOT NULL,
	`endpoint` text,
	`feedback_uri` text,
	`feedback_hash` text NOT NULL,
	`omitted` text NOT NULL,
	`revoked_block` integer,
	`revoked_time` integer,
	`responses` integer NOT NULL,
	`responded_time` integer,
	`block_number` integer NOT NULL,
	`log_index` integer NOT NULL,
	`block_time` integer NOT NULL,
	`tx_hash` text NOT NULL,
	PRIMARY KEY(`chain`, `registry`, `agent_id`, `client`, `feedback_index`)
);
--> statement-breakpoint
CREATE INDEX `feedback_by_time` ON `feedback_index` (`chain`,`registry`,`agent_id`,`block_number`,`log_index`);--> statement-breakpoint
CREATE INDEX `feedback_by_rating` ON `feedback_index` (`chain`,`registry`,`agent_id`,`rating`,`block_number`,`log_index`);--> statement-breakpoint
CREATE INDEX `feedback_by_block` ON `feedback_index` (`chain`,`block_number`);--> statement-breakpoint
CREATE INDEX `feedback_by_revocation` ON `feedback_index` (`chain`,`revoked_block`) WHERE revoked_block is not null;--> statement-breakpoint
CREATE TABLE `feedback_projections` (
	`chain` integer NOT NULL,
	`registry` text NOT NULL,
	`next_block` integer NOT NULL,
	`next_log` integer NOT NULL,
	`is_whole` integer NOT NULL,
	`block` integer NOT NULL,
	`time` integer NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`chain`, `registry`)
);
--> statement-breakpoint
CREATE TABLE `feedback_responses` (
	`chain` integer NOT NULL,
	`registry` text NOT NULL,
	`block_number` integer NOT NULL,
	`log_index` integer NOT NULL,
	`agent_id` text NOT NULL,
	`client` text NOT NULL,
	`feedback_index` integer NOT NULL,
	`responder` text NOT NULL,
	`response_uri` text,
	`response_hash` text NOT NULL,
	`block_time` integer NOT NULL,
	`tx_hash` text NOT NULL,
	PRIMARY KEY(`chain`, `block_number`, `log_index`)
);
--> statement-breakpoint
CREATE INDEX `feedback_responses_by_agent` ON `feedback_responses` (`chain`,`registry`,`agent_id`,`block_number`,`log_index`);--> statement-breakpoint
CREATE INDEX `feedback_responses_by_feedback` ON `feedback_responses` (`chain`,`registry`,`agent_id`,`client`,`feedback_index`,`block_number`);--> statement-breakpoint
CREATE TABLE `reputation_graphs` (
	`chain` integer NOT NULL,
	`registry` text NOT NULL,
	`agent_id` text NOT NULL,
	`params_hash` text NOT NULL,
	`graph_hash` text NOT NULL,
	`block_number` integer NOT NULL,
	`sha256` text NOT NULL,
	`keccak256` text NOT NULL,
	`uri` text NOT NULL,
	`gateway_url` text NOT NULL,
	`storage_key` text NOT NULL,
	`status_url` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`chain`, `registry`, `agent_id`, `params_hash`, `graph_hash`)
);
