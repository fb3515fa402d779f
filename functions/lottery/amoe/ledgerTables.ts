import type { Step } from '../../../shared/durable/migrate.ts'
import { OUTCOMES_TABLE } from '../../../shared/durable/onceFor.ts'

/** Tables of an AMOE ledger. Units are hundredths of a credit, times unix seconds, hex in lower case. */
export const LEDGER_STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS owner (id INTEGER PRIMARY KEY CHECK (id = 0), profile_id TEXT NOT NULL);
   CREATE TABLE IF NOT EXISTS credits (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, source_id TEXT NOT NULL, units INTEGER NOT NULL,
     reference TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (source, source_id)
   );
   CREATE TABLE IF NOT EXISTS entries (
     nonce TEXT PRIMARY KEY, content TEXT NOT NULL, wallet TEXT NOT NULL, creator_coin TEXT NOT NULL,
     chain_id INTEGER NOT NULL, target TEXT NOT NULL, units INTEGER NOT NULL, units_left INTEGER NOT NULL,
     deadline INTEGER NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL, resolved_at INTEGER
   ) WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, credit INTEGER, nonce TEXT)`,
  OUTCOMES_TABLE,
]
