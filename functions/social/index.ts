import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'social', operations: {}, handlers: {}, context: (common) => common }),
}
