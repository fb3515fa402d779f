import type { VaultHandler } from './context.ts'
import { VAULT } from '../../shared/domain/provenance/kinds.ts'
import { provenanceOf } from '../../shared/domain/provenance/provenance.ts'
import { isPrelaunch } from '../../shared/domain/vault/vaultRow.ts'
import { coreSection } from './report/coreSection.ts'
import { metrics } from './report/metrics.ts'
import { pricingSection } from './report/pricingSection.ts'
import { explorerLink, type Report } from './report/Report.ts'
import { reportCalls } from './report/reportCalls.ts'
import { reportContext } from './report/reportContext.ts'
import { strategiesSection } from './report/strategiesSection.ts'
import { wiringSection } from './report/wiringSection.ts'
import { requireVault } from '../../shared/domain/vault/requireVault.ts'
import { describeStrategy } from '../../shared/domain/vault/describeStrategy.ts'

/**
 * A vault's economics and the state of its lane: from the vault, its gauge controller, and the contracts that these
 * name (share token, wrapper, oracle), the Uniswap v3 pool of coin and USDC, and every strategy with the contracts
 * behind it.
 *
 * Throws not_a_vault, not_a_contract, and what a chain read throws.
 */
export const getVaultReport: VaultHandler<'getVaultReport'> = async (
  { params: { address }, query },
  { chain, lendpoolLtvBps },
) => {
  const { config } = chain
  const { value: reads, asOf } = await chain.read(reportCalls(address, config))
  const { count, totalWeight, list } = reads.strategies
  const coin = requireVault(address, reads.probe, count, asOf)
  const strategies = list.map((strategy) => describeStrategy(strategy, totalWeight))
  const report: Report = {
    reads,
    strategies,
    context: reportContext(reads, strategies, { vault: address, coin, ltvBps: lendpoolLtvBps }),
    link: explorerLink(config.explorer),
  }
  return {
    asOf,
    ...(query.t === undefined ? {} : { headers: { 'cache-control': 'no-store' } }),
    data: {
      chainId: asOf.chainId,
      vault: address,
      provenance: provenanceOf(config, VAULT, address, reads.provenance),
      prelaunch: isPrelaunch(config, address),
      metrics: metrics(reads),
      sections: [coreSection(report), wiringSection(report), pricingSection(report), strategiesSection(report)],
      context: report.context,
    },
  }
}
