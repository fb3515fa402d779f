import type { ChainReads, Section } from './Section.ts'
import type { IndexProgress } from '../../../shared/store/indexStandings.ts'
import { BEHIND, LOOKED } from '../indexBounds.ts'
import { fail, pass, UNREAD, warn, type Verdict } from './Verdict.ts'

/** How far the log index is, from which lists of events and of vaults are answered; without it the node is asked. */
export function indexSection(
  index: IndexProgress | null | 'unreachable',
  reads: ChainReads | null,
  seconds: number,
): Section {
  const check = (id: string, label: string, verdict: Verdict) => ({ id, label, ...verdict, href: null })
  const found = index === 'unreachable' ? null : index
  const judged = (judge: (known: IndexProgress) => Verdict): Verdict =>
    found ? judge(found) : index === null ? warn('The log index has not begun') : UNREAD
  return {
    id: 'index',
    title: 'Log index',
    description: 'The store, and how far it follows the chain',
    checks: [
      check('store', 'The store answers', index === 'unreachable' ? fail('The store cannot be reached') : pass()),
      check(
        'index-look',
        'The index follows the node',
        judged((known) => lookOf(known, seconds)),
      ),
      check(
        'index-chain',
        'The index is of this chain',
        judged((known) => chainOf(known, reads)),
      ),
      check(
        'index-streams',
        'Its events are recent',
        judged((known) => streamsOf(known, reads)),
      ),
      check('index-vaults', 'Its list of vaults is recent', judged(listOf)),
    ],
  }
}

function lookOf({ checkedAt }: IndexProgress, seconds: number): Verdict {
  const details = `Looked at the node ${Math.max(0, seconds - checkedAt)} seconds ago`
  return seconds - checkedAt <= LOOKED ? pass(details) : fail(details)
}

function chainOf({ genesis }: IndexProgress, reads: ChainReads | null): Verdict {
  if (!reads || reads.genesis === null) return UNREAD
  return reads.genesis === genesis ? pass() : fail('It is of another chain with the same chain id')
}

function streamsOf({ slowest, headNumber, headTime }: IndexProgress, reads: ChainReads | null): Verdict {
  if (!slowest) return warn('It follows no contract yet')
  const head = Math.max(headNumber, Number(reads?.asOf.blockNumber ?? 0))
  const details = `${Math.max(0, head - slowest.block)} blocks behind the newest`
  if (slowest.time === null) return warn(`${slowest.stream} has not begun`)
  const behind = (reads?.asOf.timestamp ?? headTime) - slowest.time
  return behind <= BEHIND ? pass(details) : warn(`${slowest.stream}: ${details}`)
}

function listOf({ listedNumber, listedTime, headTime }: IndexProgress): Verdict {
  if (listedNumber === 0) return warn('There is none yet')
  const details = `As of block ${listedNumber}`
  return headTime - listedTime <= BEHIND ? pass(details) : warn(details)
}
