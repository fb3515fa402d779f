import type { token } from '../../schema/token/index.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { type ManagedTokenStore, createManagedTokens } from './store/managedTokens.ts'
import { type ArtworkLoader, createArtworkLoader } from './artwork/loadArtwork.ts'
import { type Render, createRenderer } from './drawing/createRenderer.ts'
import { startRasterizer } from './drawing/startRasterizer.ts'
import type { TokenEnv } from './env.ts'

export interface TokenContext extends Context {
  readonly managedTokens: ManagedTokenStore
  readonly loadArtwork: ArtworkLoader
  readonly render: Render
}

export type TokenHandler<O extends keyof typeof token> = Handler<(typeof token)[O], TokenContext>

/** Everything that the token family's handlers need. `renderer` is the module `@resvg/resvg-wasm/index_bg.wasm`. */
export function createTokenContext(common: Context, env: TokenEnv, renderer: WebAssembly.Module): TokenContext {
  const sources = {
    hosts: env.ARTWORK_HOSTS,
    ipfsGateway: env.IPFS_GATEWAY,
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  }
  return {
    ...common,
    managedTokens: createManagedTokens(env.DB),
    loadArtwork: createArtworkLoader(sources, common),
    render: createRenderer(() => startRasterizer(renderer), common),
  }
}
