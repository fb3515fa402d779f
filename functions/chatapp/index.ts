import { Env } from '../../shared/env/env.ts'
import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'chatapp', env: Env, operations: {}, handlers: {}, context: (common) => common }),
}
