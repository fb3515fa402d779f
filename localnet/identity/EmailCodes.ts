import { randomInt } from 'node:crypto'

/** Codes that prove who reads an e-mail address. */
export interface EmailCodes {
  /** A new code in place of the last, or how many seconds to wait for one. */
  send(email: string): { readonly code: string } | { readonly retryAfter: number }
  /** Whether it is the code in force; the right one and the fifth wrong one end it. */
  use(email: string, code: string): boolean
  /** The code in force, with its end in unix seconds. */
  current(email: string): { readonly code: string; readonly expiresAt: number } | undefined
}

interface Sent {
  /** Milliseconds, oldest first. */
  readonly times: readonly number[]
  readonly code: string
  readonly wrong: number
}

const WINDOW_MS = 600_000
const MOST_IN_WINDOW = 5
const MOST_WRONG = 5
const MOST_ADDRESSES = 2000

/** Six digits each, for ten minutes; at most five in ten minutes for one address. `now` is in milliseconds. */
export function createEmailCodes(now: () => number): EmailCodes {
  const sent = new Map<string, Sent>()
  const endOf = ({ times }: Sent): number => (times.at(-1) ?? 0) + WINDOW_MS
  const inForce = (email: string): Sent | undefined => {
    const last = sent.get(email)
    return last && last.code !== '' && last.wrong < MOST_WRONG && endOf(last) > now() ? last : undefined
  }
  return {
    send(email) {
      for (const [address, last] of sent) if (endOf(last) <= now()) sent.delete(address)
      const times = (sent.get(email)?.times ?? []).filter((time) => time + WINDOW_MS > now())
      if (times.length >= MOST_IN_WINDOW || (times.length === 0 && sent.size >= MOST_ADDRESSES))
        return { retryAfter: Math.max(1, Math.ceil(((times[0] ?? now()) + WINDOW_MS - now()) / 1000)) }
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      sent.set(email, { times: [...times, now()], code, wrong: 0 })
      return { code }
    },
    use(email, code) {
      const last = inForce(email)
      if (!last) return false
      const right = last.code === code
      sent.set(email, { ...last, ...(right ? { code: '' } : { wrong: last.wrong + 1 }) })
      return right
    },
    current(email) {
      const last = inForce(email)
      return last && { code: last.code, expiresAt: Math.floor(endOf(last) / 1000) }
    },
  }
}
