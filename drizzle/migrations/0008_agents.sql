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
CREATE TABLE `chat_conversations` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`chain_id` integer NOT NULL,
	`vault` text NOT NULL,
	`admins` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_command_center_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event` text NOT NULL,
	`conversation_id` text,
	`conversation_type` text,
	`command_id` text,
	`source` text,
	`principal` text,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chat_command_center_events_by_time` ON `chat_command_center_events` (`created_at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `entity_labels_cache` (
	`address` text NOT NULL,
	`chain_id` integer NOT NULL,
	`label` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`address`, `chain_id`)
);
--> statement-breakpoint
CREATE INDEX `entity_labels_cache_by_expiry` ON `entity_labels_cache` (`expires_at`);--> statement-breakpoint
CREATE TABLE `wallet_intelligence_cache` (
	`key` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`address` text NOT NULL,
	`data` text,
	`created_at` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `wallet_intelligence_cache_by_expiry` ON `wallet_intelligence_cache` (`expires_at`);--> statement-breakpoint
CREATE TABLE `canonical_reputation_scores` (
	`user_id` text PRIMARY KEY NOT NULL,
	`selected_userkey` text NOT NULL,
	`score` integer NOT NULL,
	`level` text,
	`source_identity_type` text NOT NULL,
	`score_fetched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `creator_reputation` (
	`chain` integer NOT NULL,
	`vault` text NOT NULL,
	`owner` text,
	`owner_read_at` integer DEFAULT 0 NOT NULL,
	`user_id` text,
	`selected_userkey` text,
	`score` integer,
	`level` text,
	`score_fetched_at` integer,
	PRIMARY KEY(`chain`, `vault`)
);
--> statement-breakpoint
CREATE INDEX `creator_reputation_by_read` ON `creator_reputation` (`chain`,`owner_read_at`);--> statement-breakpoint
CREATE INDEX `creator_reputation_by_owner` ON `creator_reputation` (`chain`,`owner`);--> statement-breakpoint
CREATE TABLE `reputation_sync_leases` (
	`sync_key` text PRIMARY KEY NOT NULL,
	`lease_owner` text NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reputation_sync_state` (
	`sync_key` text PRIMARY KEY NOT NULL,
	`cursor_after` text,
	`caught_up` integer DEFAULT false NOT NULL,
	`last_synced_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`retry_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reputation_userkey_scores` (
	`userkey` text PRIMARY KEY NOT NULL,
	`score` integer,
	`level` text,
	`status` text NOT NULL,
	`provider_updated_ms` integer,
	`fetched_at` integer,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reputation_userkey_scores_due` ON `reputation_userkey_scores` (`due_at`,`userkey`);--> statement-breakpoint
CREATE INDEX `reputation_userkey_scores_by_fetch` ON `reputation_userkey_scores` (`fetched_at`);--> statement-breakpoint
CREATE TABLE `user_reputation_identity_keys` (
	`user_id` text NOT NULL,
	`userkey` text NOT NULL,
	`identity_type` text NOT NULL,
	`priority` integer NOT NULL,
	`source` text NOT NULL,
	`verified_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `userkey`)
);
--> statement-breakpoint
CREATE INDEX `user_reputation_identity_keys_by_key` ON `user_reputation_identity_keys` (`userkey`);--> statement-breakpoint
CREATE TABLE `room_joins` (
	`jti` text NOT NULL,
	`protocol` text NOT NULL,
	`joined_at` integer NOT NULL,
	PRIMARY KEY(`jti`, `protocol`)
);
--> statement-breakpoint
CREATE TABLE `room_rules` (
	`chain_id` integer NOT NULL,
	`room_key` text NOT NULL,
	`type` text NOT NULL,
	`vault` text NOT NULL,
	`share_token` text NOT NULL,
	`min_shares` text NOT NULL,
	`min_hold_seconds` integer NOT NULL,
	`grace_seconds` integer NOT NULL,
	`gating_enabled` integer NOT NULL,
	`join_locked` integer NOT NULL,
	`enabled` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	PRIMARY KEY(`chain_id`, `room_key`)
);
--> statement-breakpoint
CREATE INDEX `room_rules_by_share_token` ON `room_rules` (`chain_id`,`share_token`);--> statement-breakpoint
CREATE INDEX `room_rules_by_vault` ON `room_rules` (`chain_id`,`vault`);--> statement-breakpoint
CREATE TABLE `room_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`chain_id` integer NOT NULL,
	`share_token` text NOT NULL,
	`room_key` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `room_tokens_by_expiry` ON `room_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `room_tokens_by_room` ON `room_tokens` (`chain_id`,`room_key`,`wallet`);--> statement-breakpoint
CREATE INDEX `logs_by_receiver` ON `logs` (`chain`,`address`,`topic2`,`block_number`,`log_index`) WHERE stream = 'shares';