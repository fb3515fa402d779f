import { vault } from '../../schema/vault/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { createVaultHours } from '../../shared/store/vaultHours.ts'
import { createVaults } from '../../shared/store/vaults.ts'
import { VaultEnv } from './env.ts'
import { getVaultHistory } from './getVaultHistory.ts'
import { getVaultReport } from './getVaultReport.ts'
import { getVaultStrategies } from './getVaultStrategies.ts'
import { listExploreVaults } from './listExploreVaults.ts'
import { getProtocolStatus } from './status/getProtocolStatus.ts'
import { getVaultStatus } from './status/getVaultStatus.ts'
import type { VaultContext } from './context.ts'

export default {
  fetch: serve<typeof vault, VaultEnv, VaultContext>({
    name: 'vault',
    env: VaultEnv,
    operations: vault,
    handlers: {
      getVaultHistory,
      getVaultReport,
      getVaultStrategies,
      listExploreVaults,
      getProtocolStatus,
      getVaultStatus,
    },
    context: (common, env) => ({
      ...common,
      store: createLogStore(env.DB),
      vaults: createVaults(openDatabase(env.DB)),
      hours: createVaultHours(openDatabase(env.DB)),
      lendpoolLtvBps: env.LENDPOOL_LTV_BPS,
    }),
  }),
}
