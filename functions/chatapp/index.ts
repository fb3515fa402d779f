import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'chatapp', operations: {}, handlers: {}, context: (common) => common }),
}
