import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../text/lower.ts'
import { type Act, details, logged } from './adminLog.ts'

// Statements about who may create that requests and the list of creators share; addresses are in lower case.

/** Whether somebody who acts for some wallets may create: one of them is on the list, or named there. */
export function mayCreate(wallets: readonly Address[]): SQL {
  const own = sql`(select value from json_each(${JSON.stringify(wallets.map(lower))}))`
  return sql`(exists (select 1 from creator_allowlist where address in ${own} and revoked_at is null)
    or exists (select 1 from creator_allowlist where smart_wallet_address in ${own} and revoked_at is null))`
}

/** Puts a wallet on the list for each row of `from`; one that is there keeps what is not given. */
export const allow = (
  { admin, at }: Act,
  given: { readonly address: SQL; readonly smartWallet?: Address | undefined; readonly note: string | undefined },
  from: SQL,
): SQL =>
  sql`insert into creator_allowlist as old (address, smart_wallet_address, approved_by, approved_at, note)
    select ${given.address}, ${given.smartWallet ?? null}, ${lower(admin)}, ${at}, ${given.note ?? null} ${from}
    on conflict (address) do update set
      smart_wallet_address = coalesce(excluded.smart_wallet_address, old.smart_wallet_address),
      approved_by = iif(old.revoked_at is null, old.approved_by, excluded.approved_by),
      approved_at = iif(old.revoked_at is null, old.approved_at, excluded.approved_at),
      note = coalesce(excluded.note, old.note),
      revoked_at = null`

/** Decides the pending request that `which` names: its row of the log, and then itself. */
export const decide = (
  act: Act,
  { status, note }: { readonly status: 'approved' | 'denied'; readonly note: string | undefined },
  which: SQL,
): readonly [log: SQL, update: SQL] => [
  logged(act, {
    action: status === 'approved' ? 'creator_access.approve' : 'creator_access.deny',
    targetType: 'access_request',
    targetId: sql`cast(id as text)`,
    details: details({ note }, { previous: sql`status`, wallet: sql`wallet_address` }),
    from: sql`from access_requests where ${which} and status = 'pending'`,
  }),
  sql`update access_requests set status = ${status}, reviewed_at = ${act.at}, updated_at = ${act.at},
      reviewed_by = ${lower(act.admin)}, decision_note = ${note ?? null}
    where ${which} and status = 'pending'`,
]
