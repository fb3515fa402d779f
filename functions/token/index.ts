import renderer from '@resvg/resvg-wasm/index_bg.wasm'
import { token } from '../../schema/token/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createTokenContext, type TokenContext } from './context.ts'
import { TokenEnv } from './env.ts'
import { getTokenImage } from './getTokenImage.ts'
import { getTokenImageByQuery } from './getTokenImageByQuery.ts'
import { getTokenListEntry } from './getTokenListEntry.ts'
import { getTokenLogoPng } from './getTokenLogoPng.ts'
import { getTokenLogoSvg } from './getTokenLogoSvg.ts'
import { getTokenMetadata } from './getTokenMetadata.ts'
import { getManagedTokenList } from './managed/getManagedTokenList.ts'
import { updateManagedTokenList } from './managed/updateManagedTokenList.ts'
import { requireMachine } from '../../shared/auth/machine.ts'
import type { Authenticate } from '../../shared/auth/principal.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'

export { Cards } from './cards/Cards.ts'

export default {
  fetch: serve<typeof token, TokenEnv, TokenContext>({
    name: 'token',
    env: TokenEnv,
    operations: token,
    handlers: {
      getTokenMetadata,
      getTokenListEntry,
      getTokenImage,
      getTokenLogoPng,
      getTokenLogoSvg,
      getTokenImageByQuery,
      getManagedTokenList,
      updateManagedTokenList,
    },
    context: (common, env) => createTokenContext(common, env, renderer),
    authenticate: authenticateTokenList,
  }),
}

/** The operator of the managed token list sends its key; no other operation of this family needs a credential. */
function authenticateTokenList(_: TokenContext, env: TokenEnv): Authenticate {
  const key = { secrets: secretsInForce(env.TOKEN_LIST_KEY, env.TOKEN_LIST_KEY_PREVIOUS) }
  return async (request) => {
    await requireMachine(request, 'tokenlist', key)
    return { kind: 'machine', name: 'tokenlist' }
  }
}
