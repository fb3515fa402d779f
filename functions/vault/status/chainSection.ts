import type { Section } from './Section.ts'
import type { ChainReads } from './Section.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { fail, pass, UNREAD, warn, type Verdict } from './Verdict.ts'

interface Clock {
  readonly chainId: number
  /** Unix seconds. */
  readonly seconds: number
  readonly blockTimeMs: number
}

/** Seconds, and blocks, by which the newest block may be behind the clock, and seconds ahead of it, before it is worth a look. */
const [LATE_SECONDS, LATE_BLOCKS] = [60, 30]
/** Seconds after which a chain, or its nodes, have stopped. */
const STOPPED = 600

/** The node as everything else depends on it. */
export function chainSection(reads: ChainReads | ApiError, clock: Clock): Section {
  const isRead = !(reads instanceof ApiError)
  const check = (id: string, label: string, verdict: Verdict) => ({ id, label, ...verdict, href: null })
  return {
    id: 'chain',
    title: 'Chain',
    description: 'The chain node, and the age of its newest block',
    checks: [
      check('node', 'Chain node answers', isRead ? pass(`Block ${reads.asOf.blockNumber}`) : fail(reads.message)),
      check('chain-id', 'Node serves the configured chain', isRead ? pass(`Chain id ${clock.chainId}`) : UNREAD),
      check('block-age', 'Newest block is recent', isRead ? ageOf(reads, clock) : UNREAD),
    ],
  }
}

function ageOf({ asOf }: ChainReads, { seconds, blockTimeMs }: Clock): Verdict {
  const age = Math.max(0, seconds - asOf.timestamp)
  const ahead = asOf.timestamp - seconds
  if (ahead > LATE_SECONDS) return warn(`${ahead} seconds ahead of the clock`)
  const details = `${age} seconds behind the clock`
  if (age <= Math.max(LATE_SECONDS, (LATE_BLOCKS * blockTimeMs) / 1000)) return pass(details)
  return age <= STOPPED ? warn(details) : fail(details)
}
