import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'lpstrat', operations: {}, handlers: {}, context: (common) => common }),
}
