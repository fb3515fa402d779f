CREATE TABLE `image_assets` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`owner_address` text NOT NULL,
	`role` text NOT NULL,
	`object_id` text NOT NULL,
	`content_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_assets_by_content` ON `image_assets` (`project_id`,`role`,`sha256`);--> statement-breakpoint
CREATE INDEX `image_assets_by_owner` ON `image_assets` (`owner_address`);--> statement-breakpoint
CREATE INDEX `image_assets_by_object` ON `image_assets` (`object_id`);--> statement-breakpoint
CREATE TABLE `image_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`owner_address` text NOT NULL,
	`request_id` text NOT NULL,
	`status` text NOT NULL,
	`instruction` text NOT NULL,
	`style_preset` text,
	`brand_context` text NOT NULL,
	`frame_asset_id` text,
	`subject_asset_id` text,
	`attempt` integer NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`result_asset_id` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_jobs_by_request` ON `image_jobs` (`project_id`,`request_id`);--> statement-breakpoint
CREATE INDEX `image_jobs_by_owner` ON `image_jobs` (`owner_address`,`created_at`);--> statement-breakpoint
CREATE INDEX `image_jobs_due` ON `image_jobs` (`due_at`) WHERE status in ('pending', 'processing');--> statement-breakpoint
CREATE INDEX `image_jobs_by_time` ON `image_jobs` (`updated_at`);--> statement-breakpoint
CREATE TABLE `image_objects` (
	`id` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`touched_at` integer NOT NULL,
	`deleting_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_objects_by_content` ON `image_objects` (`sha256`) WHERE deleting_at is null;--> statement-breakpoint
CREATE INDEX `image_objects_by_time` ON `image_objects` (`touched_at`);--> statement-breakpoint
CREATE TABLE `image_projects` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_address` text NOT NULL,
	`name` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `image_projects_by_request` ON `image_projects` (`owner_address`,`request_id`);--> statement-breakpoint
CREATE INDEX `image_projects_by_time` ON `image_projects` (`updated_at`);