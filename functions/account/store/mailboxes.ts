import { sql, type SQL } from 'drizzle-orm'

/**
 * The mailbox that an e-mail address delivers to, as SQL over a column or value: in lower case, without a tag (RFC 5233:
 * `ada+news@example.com`), and at Gmail without dots, under one of its two domains. Only some providers interpret
 * other separators, so they stay. Null for null.
 */
export const mailboxOf = (email: SQL): SQL => sql`(select
  case when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com'
    else local || '@' || domain end
  from (select domain, case when instr(tagged, '+') > 1 then substr(tagged, 1, instr(tagged, '+') - 1) else tagged end local
    from (select substr(address, 1, instr(address, '@') - 1) tagged, substr(address, instr(address, '@') + 1) domain
      from (select lower(${email}) address))))`

/** The mailbox of a profile; null where it has no e-mail address. */
export const mailboxOfProfile = (profileId: SQL): SQL => sql`(select ${mailboxOf(sql`linked_accounts.id`)}
  from linked_accounts where kind = 'email' and profile_id = ${profileId} order by linked_at desc, id limit 1)`
