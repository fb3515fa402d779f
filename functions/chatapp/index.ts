import { serve } from '../../shared/http/serve.ts'
import { ChatappEnv } from './env.ts'
import { createPageDocuments } from './pageDocuments.ts'

export default {
  fetch: serve({
    name: 'chatapp',
    env: ChatappEnv,
    operations: {},
    handlers: {},
    context: (common) => common,
    documents: createPageDocuments,
  }),
}
