import type { ChainReads, Section } from './Section.ts'
import { ROLES, type ChainConfig } from '../../../shared/chain/config.ts'
import type { Report } from '../report/Report.ts'
import { fail, info, pass, UNREAD, type Verdict } from './Verdict.ts'

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
