import { asc, sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { managedTokenLists as lists, managedTokens as tokens } from '../../../drizzle/managedTokens.ts'
import { lower } from '../../../shared/text/address.ts'
import { openDatabase } from '../../../shared/store/database.ts'

export const MOST_TOKENS = 500

/** A share token as it is listed; addresses in lower case. */
export type ManagedToken = typeof tokens.$inferSelect

/** Version and time of a list; times in unix seconds. */
export type ManagedListState = typeof lists.$inferSelect

export interface ManagedList {
  /** Null where nothing has ever been listed. */
  readonly state: ManagedListState | null
  /** In the order in which they were added. */
  readonly tokens: readonly ManagedToken[]
}

/** A share token that has just been verified on the chain with that genesis hash. */
export type VerifiedToken = Omit<ManagedToken, 'createdAt' | 'verifiedAt'> & { readonly chainId: number }

type SizeRow = Pick<ManagedListState, 'major' | 'minor' | 'patch'> & { readonly count: number }

/** Size of a list after a change. */
export interface ListSize {
  readonly shareTokensCount: number
  readonly version: Pick<ManagedListState, 'major' | 'minor' | 'patch'>
}

export type ManagedTokenStore = ReturnType<typeof createManagedTokens>

/**
 * The list of an operator's share tokens, in D1. Its version follows the rules of the standard: a removal raises the major
 * number, an addition the minor one, a change of details the patch; always in the batch that makes the change, and under its
 * very conditions. Times are unix seconds.
 */
export function createManagedTokens(d1: D1Database) {
  const { orm, transact } = openDatabase(d1)

  return {
    /** The list of the chain that was seen last behind this chain id, version and tokens as of one moment. */
    async read(chainId: number): Promise<ManagedList> {
      const genesis = genesisOf(chainId)
      const [[state], listed] = await orm.batch([
        orm
          .select()
          .from(lists)
          .where(sql`${lists.genesis} = ${genesis}`),
        orm
          .select()
          .from(tokens)
          .where(sql`${tokens.genesis} = ${genesis}`)
          .orderBy(asc(tokens.createdAt), asc(tokens.address)),
      ])
      return { state: state ?? null, tokens: listed }
    },

    /**
     * Lists a verified token, or renews the details of one that is listed; what is listed is never replaced by what an older
     * block said. `full`: it is not listed, and there is no room for it; nothing has changed then.
     */
    async put(
      given: VerifiedToken,
      now: number,
    ): Promise<{ readonly outcome: 'added' | 'updated' | 'unchanged' | 'full'; readonly list: ListSize }> {
      const { genesis, chainId, name, symbol, decimals, blockNumber } = given
      const [address, vault] = [lower(given.address), lower(given.vault)]
      const isIt = sql`genesis = ${genesis} and address = ${address}`
      const isOfToken = sql`${isIt} and block_number <= ${blockNumber}`
      const differs = sql`(name, symbol, decimals, vault) <> (${name}, ${symbol}, ${decimals}, ${vault})`
      const isOutdated = sql`exists (select 1 from managed_tokens where ${isOfToken} and ${differs})`
      const hasRoom = sql`not exists (select 1 from managed_tokens where ${isIt})
        and (select count(*) from managed_tokens where genesis = ${genesis}) < ${MOST_TOKENS}`
      const results = await transact<SizeRow>([
        sql`insert into managed_token_lists (genesis, chain_id, major, minor, patch, changed_at, verified_at)
          values (${genesis}, ${chainId}, 1, 0, 0, ${now}, ${now})
          on conflict (genesis) do update set verified_at = max(verified_at, excluded.verified_at)`,
        raise(sql`patch = patch + 1`, now, sql`genesis = ${genesis} and ${isOutdated}`),
        sql`update managed_tokens set name = ${name}, symbol = ${symbol}, decimals = ${decimals}, vault = ${vault},
          block_number = ${blockNumber} where ${isOfToken}`,
        raise(sql`minor = minor + 1, patch = 0`, now, sql`genesis = ${genesis} and ${hasRoom}`),
        sql`insert into managed_tokens (genesis, address, name, symbol, decimals, vault, block_number, created_at, verified_at)
          select ${genesis}, ${address}, ${name}, ${symbol}, ${decimals}, ${vault}, ${blockNumber}, ${now}, ${now}
          where ${hasRoom}`,
        // Also says whether the token is listed now.
        sql`update managed_tokens set verified_at = max(verified_at, ${now}) where ${isIt}`,
        sizeOf(chainId),
      ])
      const [, updated, , , added, listed] = results.map(({ changes }) => changes)
      const list = sizeIn(results.at(-1)?.rows)
      if (listed !== 1) return { outcome: 'full', list }
      return { outcome: added === 1 ? 'added' : updated === 1 ? 'updated' : 'unchanged', list }
    },

    /** Takes a token off the list of the chain that was seen last; false if it was not on it. */
    async remove(
      chainId: number,
      given: Address,
      now: number,
    ): Promise<{ readonly removed: boolean; readonly list: ListSize }> {
      const isIt = sql`genesis = ${genesisOf(chainId)} and address = ${lower(given)}`
      const isListed = sql`exists (select 1 from managed_tokens where ${isIt})`
      const [, removed, size] = await transact<SizeRow>([
        raise(sql`major = major + 1, minor = 0, patch = 0`, now, sql`genesis = ${genesisOf(chainId)} and ${isListed}`),
        sql`delete from managed_tokens where ${isIt}`,
        sizeOf(chainId),
      ])
      return { removed: removed?.changes === 1, list: sizeIn(size?.rows) }
    },
  }
}

/**
 * The genesis hash that was seen last behind a chain id, by the log index or when a token was verified: another chain under
 * the same id begins with an empty list.
 */
const genesisOf = (chainId: number): SQL => sql`(select genesis from (
  select genesis, checked_at as seen_at from chains where chain_id = ${chainId}
  union all select genesis, verified_at from managed_token_lists where chain_id = ${chainId})
  order by seen_at desc limit 1)`

/** How many tokens the list of the chain has that was seen last, and its version. */
const sizeOf = (chainId: number): SQL => sql`select major, minor, patch,
  (select count(*) from managed_tokens where genesis = ${genesisOf(chainId)}) count
  from managed_token_lists where genesis = ${genesisOf(chainId)}`

/** Before the first token of all there is no list, and what is removed from it was not there. */
function sizeIn([row]: readonly SizeRow[] = []): ListSize {
  const { major, minor, patch, count } = row ?? { major: 1, minor: 0, patch: 0, count: 0 }
  return { shareTokensCount: count, version: { major, minor, patch } }
}

const raise = (version: SQL, now: number, where: SQL): SQL =>
  sql`update managed_token_lists set ${version}, changed_at = max(changed_at, ${now}) where ${where}`
