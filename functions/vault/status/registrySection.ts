import type { ChainReads, Section } from './Section.ts'
import type { Address } from 'viem'
import type { Report } from '../report/Report.ts'
import { fail, info, pass, UNREAD, type Verdict } from './Verdict.ts'

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
