import type * as z from 'zod'
import type { Address } from 'viem'
import type { VaultCheck, VaultReportContext, VaultReportSection } from '../../../schema/vault/report.ts'
import type { DescribedStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import type { ReportReads } from './reportCalls.ts'

export type Check = z.output<typeof VaultCheck>
export type Section = z.output<typeof VaultReportSection>
export type ReportContext = z.output<typeof VaultReportContext>

/** Input of every section. */
export interface Report {
  readonly reads: ReportReads
  readonly context: ReportContext
  readonly strategies: readonly DescribedStrategy[]
  readonly link: (address: Address | null) => string | null
  /** Verdict for a getter that a contract does not have; if absent: that it cannot be read. */
  readonly absent?: Pick<Check, 'status' | 'details'>
}

/** Page of an address at the explorer (ERC-3091); null without an explorer or an address. */
export const explorerLink =
  (explorer: string | undefined): Report['link'] =>
  (address) =>
    explorer && address ? `${explorer}/address/${address}` : null
