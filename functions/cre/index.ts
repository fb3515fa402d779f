import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'cre', operations: {}, handlers: {}, context: (common) => common }),
}
