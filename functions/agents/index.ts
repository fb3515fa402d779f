import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'agents', env: Env, operations: {}, handlers: {}, context: (common) => common }),
}
