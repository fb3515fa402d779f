import { vetoken } from '../../schema/vetoken/index.ts'
import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { getVetokenUser } from './getVetokenUser.ts'

export default {
  fetch: serve({
    name: 'vetoken',
    env: Env,
    operations: vetoken,
    handlers: { getVetokenUser },
    context: (common) => common,
  }),
}
