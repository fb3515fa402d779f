import { and, gt, inArray, isNull, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { handoffCodes } from '../../../drizzle/handoffs.ts'
import { lower } from '../../../shared/text/address.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { stored } from '../../../shared/store/stored.ts'
import { parseProofs, type WalletProof } from '../../../shared/store/WalletProof.ts'

export interface Handoff {
  readonly codeHash: string
  readonly profileId: string
  readonly address: Address
  /** Id of the session that requested the code; null for a signed request. */
  readonly sessionId: string | null
  /** Wallet whose signature started that session, and its proofs if it is a smart wallet. */
  readonly byWallet: Address
  readonly proofs: readonly WalletProof[]
  readonly codeChallenge: string | null
}

/** Maximum number of live codes of a profile. */
const MOST_LIVE = 3

/** Hand-off codes in D1; times in unix seconds. Every method throws store_unavailable. */
export function createHandoffStore(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)
  return {
    /** Stores a code. False if the profile has three live codes, or no longer has the wallet. */
    async put(handoff: Handoff, now: number, expiresAt: number): Promise<boolean> {
      const { codeHash, profileId, address, sessionId, byWallet, proofs, codeChallenge } = handoff
      const isOwned = sql`exists (select 1 from profile_wallets
        where profile_id = ${profileId} and address = ${lower(address)})`
      const live = sql`(select count(*) from handoff_codes
        where profile_id = ${profileId} and consumed_at is null and expires_at > ${now})`
      const [added] = await stored(() =>
        batch([
          sql`insert into handoff_codes (code_hash, profile_id, address, session_id, by_wallet, proofs, code_challenge,
              created_at, expires_at)
            select ${codeHash}, ${profileId}, ${lower(address)}, ${sessionId}, ${lower(byWallet)}, ${JSON.stringify(proofs)},
              ${codeChallenge}, ${now}, ${expiresAt} where ${isOwned} and ${live} < ${MOST_LIVE}`,
        ]),
      )
      return added === 1
    },

    /** Reads the live code stored under one of the hashes. Returns null if no live code has one of them. */
    find: (hashes: readonly string[], now: number): Promise<Handoff | null> =>
      stored(async () => {
        const [row] = await orm
          .select()
          .from(handoffCodes)
          .where(
            and(
              inArray(handoffCodes.codeHash, [...hashes]),
              isNull(handoffCodes.consumedAt),
              gt(handoffCodes.expiresAt, now),
            ),
          )
        return row ? toHandoff(row) : null
      }),

    /**
     * Consumes a code. True for one caller only, while it can be redeemed, and while both the wallet that requested it and the
     * wallet that it signs in belong to its profile.
     */
    async consume({ codeHash, profileId, address }: Handoff, signedIn: Address, now: number): Promise<boolean> {
      const isOwned = (wallet: Address) => sql`exists (select 1 from profile_wallets
        where profile_id = ${profileId} and address = ${lower(wallet)})`
      const [used] = await stored(() =>
        batch([
          sql`update handoff_codes set consumed_at = ${now} where code_hash = ${codeHash} and consumed_at is null
            and expires_at > ${now} and ${isOwned(address)} and ${isOwned(signedIn)}`,
        ]),
      )
      return used === 1
    },
  }
}

const toHandoff = (row: typeof handoffCodes.$inferSelect): Handoff => ({
  ...row,
  address: getAddress(row.address),
  byWallet: getAddress(row.byWallet ?? row.address),
  proofs: parseProofs(row.proofs),
})
