import type { vault } from '../../schema/vault/index.ts'
import { erc20Abi } from '../../shared/abi/standards.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { VAULT } from '../../shared/domain/provenance/kinds.ts'
import { provenanceCalls, provenanceOf } from '../../shared/domain/provenance/provenance.ts'
import { isPrelaunch } from '../../shared/domain/vault/vaultRow.ts'
import { requireVault, vaultProbe } from '../../shared/domain/vault/requireVault.ts'
import { describeStrategy } from '../../shared/domain/vault/describeStrategy.ts'
import { vaultStrategyCalls } from '../../shared/domain/vault/vaultStrategyCalls.ts'

/**
 * A vault's strategies in the order of its list, from the vault (strategyCount, strategyList, and for each strategy its
 * weight, debt, bound and switches), the strategies themselves, and the inner vaults, pools and rule books behind them.
 *
 * Throws not_a_vault, not_a_contract, and what a chain read throws.
 */
export const getVaultStrategies: Handler<typeof vault.getVaultStrategies> = async (
  { params: { address } },
  { chain },
) => {
  const { value, asOf } = await chain.read((describe) => {
    const probe = vaultProbe(describe, address)
    return {
      probe,
      provenance: provenanceCalls(describe, chain.config, VAULT, address),
      assetDecimals: describe.at(probe.asset, erc20Abi)('decimals'),
      strategies: vaultStrategyCalls(describe, address),
    }
  })
  const { count, totalWeight, list } = value.strategies
  const asset = requireVault(address, value.probe, count, asOf)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      vault: address,
      provenance: provenanceOf(chain.config, VAULT, address, value.provenance),
      prelaunch: isPrelaunch(chain.config, address),
      asset,
      assetDecimals: value.assetDecimals,
      strategyCount: String(count),
      totalStrategyWeight: decimal(totalWeight),
      strategies: list.map((strategy) => describeStrategy(strategy, totalWeight)),
    },
  }
}
