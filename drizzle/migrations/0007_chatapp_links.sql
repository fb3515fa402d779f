CREATE TABLE `chatapp_link_telemetry_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event` text NOT NULL,
	`source` text NOT NULL,
	`flow_id` text,
	`phase` text,
	`status` text,
	`chatapp_user_id` text,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chatapp_link_telemetry_by_time` ON `chatapp_link_telemetry_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `chatapp_user_links` (
	`chatapp_user_id` text PRIMARY KEY NOT NULL,
	`chatapp_username` text,
	`profile_id` text NOT NULL,
	`idp_user_id` text NOT NULL,
	`linked_at` integer NOT NULL,
	`last_verified_at` integer NOT NULL,
	`revoked_at` integer,
	`seq` integer NOT NULL,
	`stale` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chatapp_user_links_by_profile` ON `chatapp_user_links` (`profile_id`);--> statement-breakpoint
CREATE INDEX `chatapp_user_links_by_idp_user` ON `chatapp_user_links` (`idp_user_id`);--> statement-breakpoint
CREATE INDEX `chatapp_user_links_stale` ON `chatapp_user_links` (`stale`);