import type { WhichSessions } from '../../../shared/durable/sessions.ts'
import type { Deletion } from '../store/deletions.ts'
import { CONFIRMATION_SECONDS, type Portfolios } from './createPortfolios.ts'

/** Parts of the rows that go later, in one run; the next one goes on. */
const PARTS = 10

/**
 * Does what is left of a deletion whose account is gone from D1, each step of which may be repeated: the ledger of free
 * entries, chat links and those of before, the sessions but the one that asked, and rows of which there may be very many. True when all of it
 * is done. `now` in unix seconds. Throws store_unavailable: another run begins again.
 */
export async function finishDeletion(deletion: Deletion, portfolios: Portfolios, now: number): Promise<boolean> {
  const { profileId, address, wallets, idpUsers, chatappUsers, sessionHash, erasedAt } = deletion
  if (erasedAt !== null) return true
  const { deletions, sessions } = portfolios
  // The account is gone: from now on this session only repeats the deletion.
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
 * Ends a deletion that was finished when its confirmation can no longer be used: the session that asked goes, and with it
 * the last that is known of the account.
 */
export async function endDeletion(deletion: Deletion, { deletions, sessions }: Portfolios, now: number): Promise<void> {
  if (now <= deletion.requestedAt + CONFIRMATION_SECONDS) return
  await sessions.end(deletion.wallets, sessionsOf(deletion))
  await deletions.end(deletion.profileId)
}

/** The sessions of an account; of a person's, not those that another owner of its smart wallet signed. */
const sessionsOf = ({ profileId, wallets, requestedAt }: Deletion): WhichSessions => ({
  wallets,
  profileId,
  until: requestedAt,
  ...(wallets.length > 1 ? { signers: wallets } : {}),
})
