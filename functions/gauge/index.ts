import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'gauge', operations: {}, handlers: {}, context: (common) => common }),
}
