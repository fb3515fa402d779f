import { vetoken } from '../../schema/vetoken.ts'
import { serve } from '../../shared/http/serve.ts'
import { getVetokenUser } from './getVetokenUser.ts'

export default {
  fetch: serve({ name: 'vetoken', operations: vetoken, handlers: { getVetokenUser }, context: (common) => common }),
}
