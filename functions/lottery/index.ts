import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'lottery', operations: {}, handlers: {}, context: (common) => common }),
}
