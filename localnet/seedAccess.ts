import { createAccessRequests } from '../functions/account/store/accessRequests.ts'
import { createWaitlist } from '../functions/account/store/waitlist.ts'
import type { LocalProfile } from './seedAccounts.ts'

/**
 * Puts profiles on the waitlist, as an application would, and has those with a wallet of their own key ask to be let
 * create; what was decided since stays so.
 */
export async function seedAccess(db: D1Database, profiles: readonly LocalProfile[], now: number): Promise<void> {
  const waitlist = createWaitlist(db)
  const requests = createAccessRequests(db)
  for (const { id, wallets } of profiles) {
    await waitlist.join({ profileId: id, idpUserId: id, referralCode: null, now })
    const own = wallets.find(({ kind }) => kind === 'owner')
    if (own) await requests.ask(own.address, { coin: undefined, wallets: [own.address], now }, { data: null })
  }
}
