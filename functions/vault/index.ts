import { vault } from '../../schema/vault.ts'
import { vaultExplore } from '../../schema/vaultExplore.ts'
import { serve } from '../../shared/http/serve.ts'
import { createStore } from '../../shared/store/createStore.ts'
import { getVaultReport } from './getVaultReport.ts'
import { getVaultStrategies } from './getVaultStrategies.ts'
import { lendpoolLtvBps } from './lendpoolLtvBps.ts'
import { listExploreVaults } from './listExploreVaults.ts'
import type { VaultContext, VaultEnv } from './VaultContext.ts'

const operations = { ...vault, ...vaultExplore }

export default {
  fetch: serve<typeof operations, VaultEnv, VaultContext>({
    name: 'vault',
    operations,
    handlers: { getVaultReport, getVaultStrategies, listExploreVaults },
    context: (common) => ({
      ...common,
      store: createStore(common.env.DB),
      lendpoolLtvBps: lendpoolLtvBps(common.env.LENDPOOL_LTV_BPS),
    }),
  }),
}
