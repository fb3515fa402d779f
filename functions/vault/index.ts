import { vault } from '../../schema/vault/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createStore } from '../../shared/store/createStore.ts'
import { VaultEnv } from './env.ts'
import { getVaultReport } from './getVaultReport.ts'
import { getVaultStrategies } from './getVaultStrategies.ts'
import { listExploreVaults } from './listExploreVaults.ts'
import { getProtocolStatus } from './status/getProtocolStatus.ts'
import { getVaultStatus } from './status/getVaultStatus.ts'
import type { VaultContext } from './VaultContext.ts'

export default {
  fetch: serve<typeof vault, VaultEnv, VaultContext>({
    name: 'vault',
    env: VaultEnv,
    operations: vault,
    handlers: { getVaultReport, getVaultStrategies, listExploreVaults, getProtocolStatus, getVaultStatus },
    context: (common, env) => ({
      ...common,
      store: createStore(env.DB),
      lendpoolLtvBps: env.LENDPOOL_LTV_BPS,
    }),
  }),
}
