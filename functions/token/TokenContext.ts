import type { Context } from '../../shared/http/handler.ts'
import type { Env } from '../../shared/http/env.ts'
import type { ArtworkLoader } from './artwork/createArtworkLoader.ts'
import type { ByteCache } from './createByteCache.ts'
import type { Rasterize } from './drawing/startRasterizer.ts'

export interface TokenEnv extends Env {
  /** Hosts that a coin's picture may be fetched from, separated by commas or blanks; none unless given. */
  readonly ARTWORK_HOSTS?: string
  /** The one of them that serves `/ipfs/<cid>`. */
  readonly IPFS_GATEWAY?: string
}

export interface TokenContext extends Context<TokenEnv> {
  readonly loadArtwork: ArtworkLoader
  readonly startRasterizer: () => Promise<Rasterize>
  /** Rendered pictures by their recipe. */
  readonly renderings: ByteCache
}
