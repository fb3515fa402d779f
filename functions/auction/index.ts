import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'auction', operations: {}, handlers: {}, context: (common) => common }),
}
