import type { ChainReads, Section } from './Section.ts'
import type { IndexProgress } from '../../../shared/store/indexStandings.ts'
import { MAX_INDEX_LAG, MAX_INDEX_SILENCE } from '../../../shared/events/listStanding.ts'
import { fail, pass, UNREAD, warn, type Verdict } from './Verdict.ts'

/** Progress of the log index, the source of lists of events and vaults; without it they are read from the node. */
export function indexSection(
  index: IndexProgress | null | 'unreachable',
  reads: ChainReads | null,
  seconds: number,
): Section {
  const check = (id: string, label: string, verdict: Verdict) => ({ id, label, ...verdict, href: null })
  const found = index === 'unreachable' ? null : index
  const judged = (judge: (known: IndexProgress) => Verdict): Verdict =>
    found ? judge(found) : index === null ? warn('The log index has not started') : UNREAD
  return {
    id: 'index',
    title: 'Log index',
    description: 'The database, and how far the log index follows the chain',
    checks: [
      check('store', 'Database answers', index === 'unreachable' ? fail('The database cannot be reached') : pass()),
      check(
        'index-look',
        'Log index follows the node',
        judged((known) => lookOf(known, seconds)),
      ),
      check(
        'index-chain',
        'Log index is of this chain',
        judged((known) => chainOf(known, reads)),
      ),
      check(
        'index-streams',
        'Indexed events are recent',
        judged((known) => streamsOf(known, reads)),
      ),
      check('index-vaults', 'Indexed list of vaults is recent', judged(listOf)),
    ],
  }
}

function lookOf({ checkedAt }: IndexProgress, seconds: number): Verdict {
  const details = `Last read of the node ${Math.max(0, seconds - checkedAt)} seconds ago`
  return seconds - checkedAt <= MAX_INDEX_SILENCE ? pass(details) : fail(details)
}

function chainOf({ genesis }: IndexProgress, reads: ChainReads | null): Verdict {
  if (!reads || reads.genesis === null) return UNREAD
  return reads.genesis === genesis ? pass() : fail('The log index is of another chain with the same chain id')
}

function streamsOf({ slowest, headNumber, headTime }: IndexProgress, reads: ChainReads | null): Verdict {
  if (!slowest) return warn('The log index does not follow a contract yet')
  const head = Math.max(headNumber, Number(reads?.asOf.blockNumber ?? 0))
  const details = `${Math.max(0, head - slowest.block)} blocks behind the newest block`
  if (slowest.time === null) return warn(`${slowest.stream} has not started`)
  const behind = (reads?.asOf.timestamp ?? headTime) - slowest.time
  return behind <= MAX_INDEX_LAG ? pass(details) : warn(`${slowest.stream}: ${details}`)
}

function listOf({ listedNumber, listedTime, headTime }: IndexProgress): Verdict {
  if (listedNumber === 0) return warn('No list of vaults is indexed yet')
  const details = `As of block ${listedNumber}`
  return headTime - listedTime <= MAX_INDEX_LAG ? pass(details) : warn(details)
}
