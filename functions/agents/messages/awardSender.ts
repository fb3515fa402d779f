import type { Address } from 'viem'
import type { Award } from '../../../shared/domain/lottery/amoe/creditLedger.ts'
import { utcDay } from '../../../shared/domain/lottery/amoe/credits.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { within } from '../../../shared/http/within.ts'
import { lower } from '../../../shared/text/address.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import { timeOf } from './claimInbox.ts'
import { CALL_MS, type MessageRun, profilesOf, secondsOf } from './Messaging.ts'

/**
 * The credit of a message for its sender. `credited`: the credit of its day; `earned_before`: another message of the day had
 * it; `no_account`, `several_accounts`: of the wallets of its inbox; `nothing`: it is not a direct message to the service's own
 * agent from a wallet, or too old.
 */
export type Credit = 'credited' | 'earned_before' | 'no_account' | 'several_accounts' | 'nothing'

/**
 * Gives the sender of a direct message to the service's own agent the credit of its UTC day, once: its account is decided
 * and stored before the ledger is called, so that a message that is processed again earns for nobody else.
 *
 * Throws authority_unknown, store_unavailable, LeaseLost, TimeOver.
 */
export async function awardSender(
  run: MessageRun,
  message: AgentMessage,
  wallets: readonly Address[],
): Promise<Credit> {
  const { store, ledger, lease, tally, budget, now } = run
  const decided = await decide()
  if (typeof decided === 'string') return decided
  const { profile: profileId, day } = decided
  const award = messageAward({ profileId, day, messageId: message.id, now: secondsOf(run) })
  const { awarded, reference } = await within(
    budget.timeout(CALL_MS),
    ledger(profileId, (own) => own.award(award)),
    () => new ApiError('store_unavailable'),
  )
  if (awarded) tally.awarded++
  return reference === message.id ? 'credited' : 'earned_before'

  async function decide(): Promise<Credit | { profile: string; day: string }> {
    if (message.awardProfile !== null && message.awardDay !== null)
      return { profile: message.awardProfile, day: message.awardDay }
    const isDirect = message.kind === 'dm' && run.ownAgent !== undefined && message.agent === lower(run.ownAgent)
    const day = earningDay(timeOf(message.position), now())
    if (!isDirect || wallets.length === 0 || day === null) return 'nothing'
    const [profile, ...others] = await profilesOf(wallets, run)
    if (profile === undefined) return 'no_account'
    if (others.length > 0) return 'several_accounts'
    await store.decideAward(lease, message.id, { profile, day }, secondsOf(run))
    return { profile, day }
  }
}

/** Milliseconds after which a message that was not looked at earns nothing any more. */
const LATEST_MS = 7 * 86_400_000

/**
 * The UTC day for which a message earns its sender's credit: that on which the network took it. Null for one that is dated
 * in the future, or is more than a week old. Times are unix milliseconds.
 */
const earningDay = (sentAt: number, now: number): string | null =>
  sentAt <= now && now - sentAt <= LATEST_MS ? utcDay(sentAt) : null

/** The credit of a day for a message. The ledger gives one for each account and day. `now` is in unix seconds. */
const messageAward = (given: { profileId: string; day: string; messageId: string; now: number }): Award => ({
  profileId: given.profileId,
  source: 'amoe_msgnet_daily',
  sourceId: given.day,
  points: 1,
  reference: given.messageId,
  now: given.now,
})
