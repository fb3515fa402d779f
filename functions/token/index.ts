import renderer from '@resvg/resvg-wasm/index_bg.wasm'
import { token } from '../../schema/token.ts'
import { list } from '../../shared/http/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { createArtworkLoader } from './artwork/createArtworkLoader.ts'
import { createByteCache } from './createByteCache.ts'
import { startRasterizer } from './drawing/startRasterizer.ts'
import { getTokenImage } from './getTokenImage.ts'
import { getTokenImageByQuery } from './getTokenImageByQuery.ts'
import { getTokenListEntry } from './getTokenListEntry.ts'
import { getTokenLogoPng } from './getTokenLogoPng.ts'
import { getTokenLogoSvg } from './getTokenLogoSvg.ts'
import { getTokenMetadata } from './getTokenMetadata.ts'
import type { TokenContext, TokenEnv } from './TokenContext.ts'

export default {
  fetch: serve<typeof token, TokenEnv, TokenContext>({
    name: 'token',
    operations: token,
    handlers: {
      getTokenMetadata,
      getTokenListEntry,
      getTokenImage,
      getTokenLogoPng,
      getTokenLogoSvg,
      getTokenImageByQuery,
    },
    context: (common) => ({
      ...common,
      loadArtwork: createArtworkLoader(
        {
          hosts: list(common.env.ARTWORK_HOSTS),
          ipfsGateway: common.env.IPFS_GATEWAY,
          fetch: (...request) => fetch(...request),
        },
        common.now,
      ),
      startRasterizer: () => startRasterizer(renderer),
      renderings: createByteCache(16 * 1024 * 1024),
    }),
  }),
}
