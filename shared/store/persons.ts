import { type SQL, sql } from 'drizzle-orm'
import { type Address, type Hex, size } from 'viem'
import { lower } from '../text/address.ts'
import type { WalletProof } from './WalletProof.ts'

/**
 * Maximum number of nodes of one person, and of nodes that are walked from one: a person joined to more counts as joined to
 * everybody.
 */
export const MOST_NODES = 512

export const accountNode = (profileId: string): string => `account:${profileId}`
export const walletNode = (address: Address): string => `wallet:${lower(address)}`

/** Stands for a key that could not be recovered: it may be anybody's. */
export const UNKNOWN_KEY = 'key:unknown'
const keyNode = (key: Hex): string => `key:${key.toLowerCase()}`
/** The node by which joins know a key: an address is that of a wallet too. */
const joinNodeOf = (key: Hex): string => (size(key) === 20 ? walletNode(key) : keyNode(key))
/** Stands for a key that signed: an address, or the hash of a passkey. Sets of an earlier release have no such node. */
export const keyNodes = (key: Hex): string[] => [keyNode(key), joinNodeOf(key)]

/** Nodes of one person as a JSON array. Throws RangeError for none: nobody would be somebody else to everybody. */
export function nodesJson(person: readonly string[]): string {
  if (person.length === 0 || person.length > MOST_NODES) throw new RangeError(`a person has 1 to ${MOST_NODES} nodes`)
  return JSON.stringify(person)
}

const ordered = (one: string, other: string): readonly [string, string] => (one < other ? [one, other] : [other, one])

/**
 * Records that two nodes are one person’s from `at` on (unix seconds), unless an open join says so; where `done` holds. For
 * the batch that links a wallet, or that proves who owns a smart wallet.
 */
export function openJoin(one: string, other: string, at: number, done: SQL = sql`true`): SQL {
  const [a, b] = ordered(one, other)
  return sql`insert into person_joins (a, b, since) select ${a}, ${b}, ${at} where ${done}
    on conflict (a, b) where until is null do nothing`
}

/**
 * Ends the open join of two nodes at `at` (unix seconds), or all of the first where the other is null; where `done` holds.
 * For the batch that unlinks a wallet, or that finds a smart wallet with another owner.
 */
export function endJoins(node: string, other: string | null, at: number, done: SQL = sql`true`): SQL {
  const [a, b] = ordered(node, other ?? node)
  const which = other === null ? sql`(a = ${node} or b = ${node})` : sql`a = ${a} and b = ${b}`
  return sql`update person_joins set until = max(since, ${at}) where until is null and ${which} and ${done}`
}

/**
 * Ends all joins of an account and of the smart wallets that are linked to it, and deletes those that no longer matter to
 * anybody; for the batch that deletes the account, before its wallets go.
 */
export function endJoinsOfAccount(profileId: string, at: number, done: SQL): SQL[] {
  const account = accountNode(profileId)
  const smart = sql`select 'wallet:' || address from profile_wallets where profile_id = ${profileId} and kind = 'smart'`
  return [
    sql`update person_joins set until = max(since, ${at}) where until is null
      and (a = ${account} or a in (${smart}) or b in (${smart})) and ${done}`,
    sql`delete from person_joins where a = ${account} and ${canGo} and ${done}`,
  ]
}

/**
 * Ends the joins of an account with wallets that it does not have any more, and those of these wallets with their owners; for
 * the batch that takes the wallets away, after it did.
 */
export function endJoinsOfUnlinked(profileId: string, at: number): SQL[] {
  const account = accountNode(profileId)
  const gone = sql`select j.b from person_joins j where j.a = ${account} and j.until is null
    and substr(j.b, 8) not in (select address from profile_wallets where profile_id = ${profileId})`
  const end = (which: SQL) => sql`update person_joins set until = max(since, ${at}) where until is null and ${which}`
  return [
    end(sql`a like 'wallet:%' and (a in (${gone}) or b in (${gone}))`),
    end(sql`a = ${account} and b in (${gone})`),
  ]
}

/** Records that a wallet belongs to an account, and a smart wallet to its owner of record, where the account has it. */
export function openJoinsOfWallet(
  profileId: string,
  { address, proof }: { readonly address: Address; readonly proof: WalletProof | null },
  at: number,
): SQL[] {
  const isLinked = sql`exists (select 1 from profile_wallets
    where address = ${lower(address)} and profile_id = ${profileId})`
  return [
    openJoin(accountNode(profileId), walletNode(address), at, isLinked),
    ...(proof?.owner ? [openJoin(walletNode(address), walletNode(proof.owner), at, isLinked)] : []),
  ]
}

/** Records the keys that have just signed in as a smart wallet: its joins with them open, and those with others end. */
export function joinsOfSignIn(wallet: Address, signers: readonly Hex[], at: number): SQL[] {
  const nodes = signers.map(joinNodeOf)
  const self = walletNode(wallet)
  if (nodes.length === 0) return []
  const isOther = sql`not in (select value from json_each(${JSON.stringify(nodes)}))`
  return [
    sql`update person_joins set until = max(since, ${at}) where until is null
      and ((a = ${self} and b ${isOther}) or (b = ${self} and a not like 'account:%' and a ${isOther}))`,
    ...nodes.map((node) => openJoin(self, node, at)),
  ]
}

/** Whether a join ended before every role and every undecided approval of today began. */
export const canGo = sql`(until is not null and until < coalesce((select min(t) from (
  select min(created_at) t from workspace_members
  union all select min(since) from workspace_appointments
  union all select min(created_at) from workspace_approvals where status = 'pending')), until + 1))`

/**
 * The body of a recursive common table expression `name (node)`: the nodes that `from` selects, and all that a path of joins
 * connects with them. Each join was open at some time since `since`, and none leads to a node of the table `except`.
 * It stops one past MOST_NODES.
 */
export function reach(name: string, from: SQL, since: SQL, except: SQL): SQL {
  const reached = sql.identifier(name)
  const wasOpen = sql`(j.until is null or j.until >= ${since})`
  return sql`${reached} (node) as (${from}
    union select j.b from ${reached} r cross join person_joins j on j.a = r.node and ${wasOpen}
      and j.b not in ${except}
    union select j.a from ${reached} r cross join person_joins j on j.b = r.node and ${wasOpen}
      and j.a not in ${except}
    limit ${MOST_NODES + 1})`
}
