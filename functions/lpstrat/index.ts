import { lpstrat } from '../../schema/lpstrat/index.ts'
import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { getLpStrategy } from './getLpStrategy.ts'

export default {
  fetch: serve({
    name: 'lpstrat',
    env: Env,
    operations: lpstrat,
    handlers: { getLpStrategy },
    context: (common) => common,
  }),
}
