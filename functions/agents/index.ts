import { serve } from '../../shared/http/serve.ts'

export default {
  fetch: serve({ name: 'agents', operations: {}, handlers: {}, context: (common) => common }),
}
