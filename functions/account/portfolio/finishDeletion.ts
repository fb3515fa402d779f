import type { WhichSessions } from '../../../shared/durable/sessions.ts'
import type { AccountEnv } from '../env.ts'
import type { Deletion } from '../store/deletions.ts'
import { CONFIRMATION_SECONDS, createPortfolios, type Portfolios } from './createPortfolios.ts'

/** Maximum number of parts of rows that one run deletes; the next run continues. */
const PARTS = 10

/**
 * Finishes a deletion whose account is deleted from D1: the ledger of free entries, current and former chat links, all
 * sessions but the requesting one, and large tables. Every step may be repeated. True when everything is done. `now` in unix
 * seconds. Throws store_unavailable; another run starts again.
 */
export async function finishDeletion(deletion: Deletion, portfolios: Portfolios, now: number): Promise<boolean> {
  const { profileId, address, wallets, idpUsers, chatappUsers, sessionHash, erasedAt } = deletion
  if (erasedAt !== null) return true
  const { deletions, sessions } = portfolios
  // The account is deleted: from now on this session can only repeat the deletion.
  if (sessionHash !== '') await sessions.confine(sessionHash, address)
  await portfolios.eraseLedger(profileId)
  for (const chatUser of chatappUsers) await portfolios.forgetChat(chatUser, profileId)
  for (const idpUser of idpUsers) await portfolios.eraseLink(idpUser, profileId, now)
  await sessions.end(wallets, { ...sessionsOf(deletion), except: sessionHash })
  for (let part = 0; part < PARTS; part++) {
    if (!(await deletions.deletePart(profileId))) continue
    await deletions.markErased(profileId, now)
    return true
  }
  return false
}

/**
 * Ends a finished deletion when its confirmation has expired: deletes the requesting session and the record of the deletion,
 * which are the last data about the account.
 */
async function endDeletion(deletion: Deletion, { deletions, sessions }: Portfolios, now: number): Promise<void> {
  if (now <= deletion.requestedAt + CONFIRMATION_SECONDS) return
  await sessions.end(deletion.wallets, sessionsOf(deletion))
  await deletions.end(deletion.profileId)
}

/** The sessions of an account, without sessions that another owner of its smart wallet signed. */
const sessionsOf = ({ profileId, wallets, requestedAt }: Deletion): WhichSessions => ({
  wallets,
  profileId,
  until: requestedAt,
  ...(wallets.length > 1 ? { signers: wallets } : {}),
})

/** Maximum number of deletions in one run; the next run continues. */
const MOST_DELETIONS = 30

/**
 * Finishes interrupted deletions, and ends those whose confirmation has expired. A failure does not delay the others, but the
 * run then fails as a whole. `now` in unix milliseconds.
 */
export async function finishDeletions(env: AccountEnv, now: number): Promise<void> {
  const portfolios = createPortfolios(env, () => now)
  const seconds = Math.floor(now / 1000)
  const failed: unknown[] = []
  for (const deletion of await portfolios.deletions.unfinished(MOST_DELETIONS)) {
    try {
      if (await finishDeletion(deletion, portfolios, seconds)) await endDeletion(deletion, portfolios, seconds)
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'some account deletions could not be finished')
}
