import type { VaultHandler } from '../context.ts'
import { VAULT } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import { isPrelaunch } from '../../../shared/domain/vault/vaultRow.ts'
import { requireVault } from '../../../shared/domain/vault/requireVault.ts'
import { statusCalls, stateSection } from './stateSection.ts'
import { describeStrategy } from '../../../shared/domain/vault/describeStrategy.ts'
import { coreSection } from '../report/coreSection.ts'
import { explorerLink, type Report } from '../report/Report.ts'
import { reportContext } from '../report/reportContext.ts'
import { strategiesSection } from '../report/strategiesSection.ts'
import { wiringSection } from '../report/wiringSection.ts'
import { accountingSection } from './accountingSection.ts'
import { priceSection } from './priceSection.ts'
import { ABSENT } from './Verdict.ts'

/**
 * The checks of a vault for a status page, from everything that getVaultReport reads, the registry's entry of the vault, and
 * the coins that it holds, in one upstream request.
 *
 * Throws not_a_vault, not_a_contract, and what a chain read throws.
 */
export const getVaultStatus: VaultHandler<'getVaultStatus'> = async (
  { query: { vault } },
  { chain, lendpoolLtvBps, now },
) => {
  const { config } = chain
  const { value, asOf } = await chain.read(statusCalls(vault, config))
  const { report: reads } = value
  const { count, totalWeight, list } = reads.strategies
  const coin = requireVault(vault, reads.probe, count, asOf, 'vault')
  const strategies = list.map((strategy) => describeStrategy(strategy, totalWeight))
  const report: Report = {
    reads,
    strategies,
    context: reportContext(reads, strategies, { vault, coin, ltvBps: lendpoolLtvBps }),
    link: explorerLink(config.explorer),
    absent: ABSENT,
  }
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      generatedAt: new Date(now()).toISOString(),
      vault,
      provenance: provenanceOf(config, VAULT, vault, reads.provenance),
      sections: [
        stateSection(report, value.registry, isPrelaunch(config, vault)),
        accountingSection(report, value.held),
        coreSection(report),
        wiringSection(report),
        priceSection(report, asOf.timestamp),
        strategiesSection(report),
      ],
    },
  }
}
