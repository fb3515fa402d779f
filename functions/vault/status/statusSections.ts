import type { Section, ChainReads } from './Section.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { fail, pass, UNREAD, warn, type Verdict, info } from './Verdict.ts'
import { ROLES, type ChainConfig } from '../../../shared/chain/config.ts'
import type { Report } from '../report/Report.ts'
import type { Address } from 'viem'

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

/** Whether there is a contract at the address of every role; the operations that need one without an address are 503. */
export function contractsSection(
  reads: ChainReads | null,
  contracts: ChainConfig['contracts'],
  link: Report['link'],
): Section {
  return {
    id: 'contracts',
    title: 'Contracts',
    description: 'The contracts of the chain configuration, by role',
    checks: ROLES.map((role) => {
      const address = contracts[role] ?? null
      const has = reads?.code?.get(role)
      const verdict: Verdict =
        address === null
          ? info('Not configured; operations that need it return role_not_configured')
          : has === undefined
            ? UNREAD
            : has
              ? pass(address)
              : fail(`There is no code at ${address}`)
      return { id: role, label: role, ...verdict, href: link(address) }
    }),
  }
}

/** Whether the registry answers as one, and how many coins with a vault it lists. */
export function registrySection(
  reads: ChainReads | null,
  registry: Address | undefined,
  link: Report['link'],
): Section {
  return {
    id: 'registry',
    title: 'Registry',
    description: 'The registry of creator coins and their vaults',
    checks: [
      {
        id: 'registry-count',
        label: 'Registry answers',
        ...verdictOf(reads, registry),
        href: link(registry ?? null),
      },
    ],
  }
}

function verdictOf(reads: ChainReads | null, registry: Address | undefined): Verdict {
  if (registry === undefined) return info('Not configured; there is no list of vaults')
  if (!reads) return UNREAD
  return reads.count === null
    ? fail('getTokenCount() of the registry does not answer')
    : pass(`${reads.count} creator coins`)
}
