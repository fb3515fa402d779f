import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'social', env: Env, operations: {}, handlers: {}, context: (common) => common }),
}
