-- Links of wallets with several owners are joins too, as those of wallets with one owner have been.
INSERT INTO `person_joins` (`a`, `b`, `since`) SELECT 'account:' || `profile_id`, 'wallet:' || `address`, `linked_at` FROM `profile_wallets`
  WHERE `kind` = 'smart' ON CONFLICT (`a`, `b`) WHERE `until` IS NULL DO NOTHING;--> statement-breakpoint
INSERT INTO `person_joins` (`a`, `b`, `since`) SELECT 'wallet:' || min(`address`, `owner`), 'wallet:' || max(`address`, `owner`), `linked_at` FROM `profile_wallets`
  WHERE `kind` = 'smart' AND `owner` IS NOT NULL AND `owner` <> `address` ON CONFLICT (`a`, `b`) WHERE `until` IS NULL DO NOTHING;
