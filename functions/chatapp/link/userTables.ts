import type { Step } from '../../../shared/durable/migrate.ts'
import { OUTCOMES_TABLE } from '../../../shared/durable/onceFor.ts'

/** Tables of a chat user's object. Times are unix seconds, hashes hex. The link is its own outbox: D1 has `published`. */
export const USER_STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS launches (
     replay_key TEXT PRIMARY KEY, sessions INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS sessions (
     hash TEXT PRIMARY KEY, replay_key TEXT NOT NULL, identity TEXT NOT NULL, expires_at INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS attempts (
     idp_user_id TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, link_token TEXT, started_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS used_tokens (
     hash TEXT PRIMARY KEY, idp_user_id TEXT NOT NULL, expires_at INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS updates (id INTEGER PRIMARY KEY, content TEXT NOT NULL, expires_at INTEGER NOT NULL);
   CREATE TABLE IF NOT EXISTS link (
     id INTEGER PRIMARY KEY CHECK (id = 0), chatapp_user_id TEXT NOT NULL, chatapp_username TEXT,
     profile_id TEXT NOT NULL, idp_user_id TEXT NOT NULL, linked_at INTEGER NOT NULL, last_verified_at INTEGER NOT NULL,
     revoked_at INTEGER, failure_count INTEGER NOT NULL, last_failure_reason TEXT, seq INTEGER NOT NULL,
     published INTEGER NOT NULL DEFAULT 0
   )`,
  // A link token is used for its chat user, whoever signed in; a removed link has no chat user's id.
  `ALTER TABLE used_tokens DROP COLUMN idp_user_id;
   UPDATE link SET chatapp_user_id = '' WHERE profile_id = '' AND published = seq`,
  OUTCOMES_TABLE,
  // Launch data opens one session, so none ends another.
  `DELETE FROM sessions WHERE revoked = 1;
   ALTER TABLE sessions DROP COLUMN revoked;
   ALTER TABLE sessions DROP COLUMN replay_key;
   ALTER TABLE launches DROP COLUMN sessions`,
]

/** Tables whose rows go when they have expired. */
export const EXPIRING = ['launches', 'sessions', 'used_tokens', 'updates', 'outcomes'] as const
