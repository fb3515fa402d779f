import { context } from '../../schema/context/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createWalletsContext } from './context.ts'
import { ContextEnv } from './env.ts'
import { getWalletContext } from './getWalletContext.ts'
import { resolveName } from './resolveName.ts'

export default {
  fetch: serve({
    name: 'context',
    env: ContextEnv,
    operations: context,
    handlers: { getWalletContext, resolveName },
    context: createWalletsContext,
  }),
}
