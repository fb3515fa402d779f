import { lpstrat } from '../../schema/lpstrat.ts'
import { serve } from '../../shared/http/serve.ts'
import { getLpStrategy } from './getLpStrategy.ts'

export default {
  fetch: serve({ name: 'lpstrat', operations: lpstrat, handlers: { getLpStrategy }, context: (common) => common }),
}
