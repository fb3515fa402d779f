import renderer from '@resvg/resvg-wasm/index_bg.wasm'
import { token } from '../../schema/token/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { authenticateTokenList } from './authenticateTokenList.ts'
import { createTokenContext } from './createTokenContext.ts'
import { TokenEnv } from './env.ts'
import { getTokenImage } from './getTokenImage.ts'
import { getTokenImageByQuery } from './getTokenImageByQuery.ts'
import { getTokenListEntry } from './getTokenListEntry.ts'
import { getTokenLogoPng } from './getTokenLogoPng.ts'
import { getTokenLogoSvg } from './getTokenLogoSvg.ts'
import { getTokenMetadata } from './getTokenMetadata.ts'
import { getManagedTokenList } from './managed/getManagedTokenList.ts'
import { updateManagedTokenList } from './managed/updateManagedTokenList.ts'
import type { TokenContext } from './context.ts'

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
