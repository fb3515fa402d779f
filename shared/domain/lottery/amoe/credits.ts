export const CREDITS_PER_ENTRY = 100
/** Ledgers count in hundredths of a credit, so that amounts stay whole numbers whatever an action weighs. */
export const UNITS_PER_CREDIT = 100
export const UNITS_PER_ENTRY = CREDITS_PER_ENTRY * UNITS_PER_CREDIT

/**
 * The weight of one point of a free action, in hundredths of a credit, applied when it is credited, so that a later
 * change of the weight does not rewrite past credits. Anything paid for has no weight: it must not buy entries.
 */
export const WEIGHTS = {
  amoe_post_daily: 100,
  amoe_msgnet_daily: 100,
  waitlist_signup: 100,
  link_smart_wallet: 100,
  link_account: 60,
  social_task: 50,
  agent_task: 40,
  bonus_task: 30,
} as const
export type CreditSource = keyof typeof WEIGHTS

/** The credit fields of answers, for a balance in units; fractions of a credit are not shown and cannot be spent. */
export function creditFields(units: number) {
  const credits = Math.floor(Math.max(0, units) / UNITS_PER_CREDIT)
  const entriesAvailable = Math.floor(credits / CREDITS_PER_ENTRY)
  return {
    credits,
    creditsPerEntry: CREDITS_PER_ENTRY,
    entriesAvailable,
    nextEntryAtCredits: (entriesAvailable + 1) * CREDITS_PER_ENTRY,
  }
}

/** The UTC day of a moment (unix milliseconds): `2026-09-30`. */
export const utcDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)
