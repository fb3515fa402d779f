import type { Step } from '../../../shared/durable/migrate.ts'

/**
 * A payment is reserved (no answer yet), built (`answer`), handed to the facilitator (`asked`), paid (`transaction_hash` with
 * its `block`), and sold (a caller was given the answer, which no other can replace from then on). `check_at`: when the chain
 * is looked at next, in unix seconds; null once the outcome is final. `request`: the body as canonical JSON; null in rows from
 * before it was kept. `by_payer`: the payer made the request. `identifier`: the payer’s name for what it buys, of one payment at
 * a time.
 */
export const LEDGER_STEPS: readonly Step[] = [
  `CREATE TABLE IF NOT EXISTS payments (
     network TEXT NOT NULL, asset TEXT NOT NULL, nonce TEXT NOT NULL, payment TEXT NOT NULL, payment_hash TEXT NOT NULL,
     request_hash TEXT NOT NULL, amount_usd TEXT NOT NULL, valid_before INTEGER NOT NULL, since_block INTEGER NOT NULL,
     created_at INTEGER NOT NULL, answer TEXT, asked INTEGER NOT NULL DEFAULT 0, transaction_hash TEXT, block INTEGER,
     check_at INTEGER, checks INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (network, asset, nonce)
   );
   CREATE INDEX IF NOT EXISTS payments_by_check ON payments (check_at)`,
  `ALTER TABLE payments ADD COLUMN request TEXT;
   ALTER TABLE payments ADD COLUMN by_payer INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE payments ADD COLUMN sold INTEGER NOT NULL DEFAULT 0;
   UPDATE payments SET sold = 1 WHERE transaction_hash IS NOT NULL AND answer IS NOT NULL`,
  `ALTER TABLE payments ADD COLUMN identifier TEXT;
   CREATE UNIQUE INDEX payments_by_identifier ON payments (identifier)`,
]
