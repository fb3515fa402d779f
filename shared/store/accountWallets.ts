import { and, asc, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { getAddress, type Address, type Hex } from 'viem'
import { profileWallets } from '../../drizzle/accounts.ts'
import { lower } from '../text/address.ts'
import { PROOF_COLUMNS, proofIn, proofValues } from './accounts.ts'
import { endJoins, endJoinsOfUnlinked, openJoinsOfWallet, walletNode } from './persons.ts'
import { openStoredDatabase } from './StoredDatabase.ts'
import { stored } from './stored.ts'
import type { WalletProof } from './WalletProof.ts'

/** Maximum number of wallets of one account, also of smart wallets: each of those is read on the chain. */
export const MOST_WALLETS = 50
export const MOST_SMART = 10

/** A smart wallet that an account has linked. */
export interface WalletLink {
  readonly profileId: string
  readonly proof: WalletProof
}

/** Why a link ended, and the finalized block that shows it. */
export interface LinkEnding {
  readonly reason: 'owner_removed' | 'signature_rejected'
  readonly chainId: number
  readonly blockNumber: number
  readonly blockHash: Hex
}

export type AccountWallets = ReturnType<typeof createAccountWallets>

/**
 * Changes of accounts' wallets. The statements check their conditions themselves, in one transaction; the caller reads the
 * outcome afterwards. Every method throws store_unavailable.
 */
export function createAccountWallets(d1: D1Database) {
  const { batch, orm, transact } = openStoredDatabase(d1)
  return {
    /**
     * Adds a smart wallet whose contract names `proof.owner`, a wallet of the profile; it becomes canonical where no other
     * smart wallet is. Nothing changes if it belongs to anybody already, or the profile has as many wallets as it may have.
     */
    async linkSmart(profileId: string, proof: WalletProof & { readonly owner: Address }, now: number): Promise<void> {
      const { wallet, owner } = proof
      const count = (condition: string) =>
        sql`(select count(*) from profile_wallets where profile_id = ${profileId} ${sql.raw(condition)})`
      const mayLink = sql`exists (select 1 from profile_wallets where profile_id = ${profileId}
          and kind = 'owner' and address = ${lower(owner)})
        and not exists (select 1 from profile_wallets where address = ${lower(wallet)})
        and ${count('')} < ${MOST_WALLETS} and ${count(`and kind = 'smart'`)} < ${MOST_SMART}`
      await batch([
        sql`update profile_wallets set canonical = 0
          where profile_id = ${profileId} and canonical = 1 and kind = 'owner' and ${mayLink}`,
        sql`insert into profile_wallets (address, profile_id, kind, canonical, linked_at, ${PROOF_COLUMNS})
          select ${lower(wallet)}, ${profileId}, 'smart', not exists (select 1 from profile_wallets
            where profile_id = ${profileId} and canonical = 1), ${now}, ${proofValues(proof)} where ${mayLink}`,
        ...openJoinsOfWallet(profileId, { address: wallet, proof }, now),
      ])
    },

    /** Replaces the proof of a smart wallet that the profile has linked, by one that was shown just now. */
    async renew(profileId: string, proof: WalletProof, now: number): Promise<void> {
      await batch([
        sql`update profile_wallets set (${PROOF_COLUMNS}) = (${proofValues(proof)}), denied_at = null, checked_at = ${now}
          where address = ${lower(proof.wallet)} and profile_id = ${profileId} and kind = 'smart'`,
        endJoins(
          walletNode(proof.wallet),
          null,
          now,
          sql`exists (select 1 from profile_wallets
          where address = ${lower(proof.wallet)} and profile_id = ${profileId} and checked_at = ${now})`,
        ),
        ...openJoinsOfWallet(profileId, { address: proof.wallet, proof }, now),
      ])
    },

    /**
     * Removes a wallet from a profile with the smart wallets that were linked through it, as long as `own`, by which its
     * owner is signed in, stays; never the canonical smart one by name. If the canonical one goes, `own` becomes that.
     * Returns the wallets that were removed.
     */
    async remove(profileId: string, address: Address, own: Address, now: number): Promise<Address[]> {
      const ofProfile = sql`profile_id = ${profileId}`
      const [removed] = await transact<{ address: Address }>([
        sql`delete from profile_wallets where ${ofProfile} and ${goingWith([address])}
          and not exists (select 1 from profile_wallets where ${ofProfile} and address = ${lower(address)}
            and kind = 'smart' and canonical = 1)
          and exists (select 1 from profile_wallets where ${ofProfile} and address = ${lower(own)}
            and not ${goingWith([address])}) returning address`,
        canonicalInstead(profileId, own),
        ...endJoinsOfUnlinked(profileId, now),
      ])
      return (removed?.rows ?? []).map((row) => getAddress(row.address))
    },

    /** Records that a block of this time (unix seconds) denied links, which the next run looks at first. */
    async deny(proofs: readonly WalletProof[], time: number): Promise<void> {
      const wallets = JSON.stringify(proofs.map(({ wallet }) => lower(wallet)))
      await batch([
        sql`update profile_wallets set denied_at = ${time} where denied_at is null and kind = 'smart'
          and address in (select value from json_each(${wallets}))`,
      ])
    },

    /** The link of a smart wallet to a person's account; null if it has none. */
    async link(wallet: Address): Promise<WalletLink | null> {
      const [row] = await stored(() =>
        orm
          .select()
          .from(profileWallets)
          .where(and(eq(profileWallets.address, lower(wallet)), eq(profileWallets.kind, 'smart'), isOfPerson)),
      )
      return row ? { profileId: row.profileId, proof: proofIn(row) } : null
    },

    /** Links to look at: those that were denied first, then those that were looked at the longest ago. */
    async dueLinks(limit: number): Promise<WalletLink[]> {
      const rows = await stored(() =>
        orm
          .select()
          .from(profileWallets)
          .where(and(eq(profileWallets.kind, 'smart'), isOfPerson, isProven))
          .orderBy(desc(isNotNull(profileWallets.deniedAt)), asc(profileWallets.checkedAt))
          .limit(limit),
      )
      return rows.map((row) => ({ profileId: row.profileId, proof: proofIn(row) }))
    },

    /** Records that a link was looked at; with the time of the finalized block that confirms it, which ends older denials. */
    async checked({ profileId, proof }: WalletLink, confirmedAt: number | null, now: number): Promise<void> {
      await batch([
        sql`update profile_wallets set checked_at = ${now}, denied_at = iif(denied_at <= ${confirmedAt ?? -1}, null, denied_at)
          where ${isLink(profileId, proof)}`,
      ])
    },

    /**
     * Ends a link, and with it what came through it: hand-off codes, room tokens and the agent that the account enabled for
     * the wallet. The row that says why is the first statement, on which the others depend. False if the link is not that
     * any more.
     */
    async end({ profileId, proof }: WalletLink, why: LinkEnding, now: number): Promise<boolean> {
      const { wallet, owner } = proof
      const address = lower(wallet)
      const isEnded = sql`not exists (select 1 from profile_wallets where address = ${address})`
      const [ended] = await batch([
        sql`insert into wallet_link_endings (profile_id, address, owner, reason, chain_id, block_number, block_hash, ended_at)
          select ${profileId}, ${address}, ${owner && lower(owner)}, ${why.reason}, ${why.chainId}, ${why.blockNumber},
            ${why.blockHash}, ${now} from profile_wallets where ${isLink(profileId, proof)}`,
        sql`delete from profile_wallets where ${isLink(profileId, proof)}`,
        sql`update profile_wallets set canonical = 1 where address = (select address from profile_wallets
            where profile_id = ${profileId} order by kind = 'owner' desc, linked_at limit 1)
          and not exists (select 1 from profile_wallets where profile_id = ${profileId} and canonical = 1)`,
        sql`delete from handoff_codes where profile_id = ${profileId} and address = ${address} and ${isEnded}`,
        ...endJoinsOfUnlinked(profileId, now),
        sql`delete from room_tokens where wallet = ${address} and ${isEnded}`,
        sql`delete from creator_agents where profile_id = ${profileId} and smart_wallet_address = ${address} and ${isEnded}`,
      ])
      return ended === 1
    },
  }
}

/** Whether there is something to ask the contract: not of links from before proofs were kept, where it is not known. */
const isProven = or(isNotNull(profileWallets.owner), isNotNull(profileWallets.signature))

/** Whether the account is a person's: that of a wallet's own first sign-in stays the wallet's, also with another owner. */
const isOfPerson = sql`not exists (select 1 from profiles where id = ${profileWallets.profileId}
  and made_by = ${profileWallets.address})`

const isLink = (profileId: string, { wallet, owner, signed }: WalletProof) =>
  sql`address = ${lower(wallet)} and profile_id = ${profileId} and kind = 'smart'
    and owner is ${owner && lower(owner)} and signed_hash is ${signed?.hash ?? null}`

/** Rows of some wallets, and of the smart wallets that were linked through them. */
export const goingWith = (wallets: readonly Address[]) => {
  const going = sql`(select value from json_each(${JSON.stringify(wallets.map(lower))}))`
  return sql`(address in ${going} or coalesce(owner in ${going}, 0))`
}

/** Makes a wallet canonical where the profile has no canonical one. */
export const canonicalInstead = (profileId: string, wallet: Address) =>
  sql`update profile_wallets set canonical = 1 where profile_id = ${profileId} and address = ${lower(wallet)}
    and not exists (select 1 from profile_wallets where profile_id = ${profileId} and canonical = 1)`
