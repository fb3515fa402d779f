import { gauge } from '../../schema/gauge/index.ts'
import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { getGaugeEpoch } from './getGaugeEpoch.ts'
import { getGaugeUserVotes } from './getGaugeUserVotes.ts'
import { listGaugeVaults } from './listGaugeVaults.ts'

export default {
  fetch: serve({
    name: 'gauge',
    env: Env,
    operations: gauge,
    handlers: { getGaugeEpoch, listGaugeVaults, getGaugeUserVotes },
    context: (common) => common,
  }),
}
