import type { Context } from '../../shared/http/handler.ts'
import type { Env } from '../../shared/env/env.ts'
import type { ArtworkLoader } from './artwork/createArtworkLoader.ts'
import type { Render } from './drawing/createRenderer.ts'

export interface TokenEnv extends Env {
  /** Hosts that a coin's picture may be fetched from, separated by commas or blanks; none unless given. */
  readonly ARTWORK_HOSTS?: string
  /** The one of them that serves `/ipfs/<cid>`. */
  readonly IPFS_GATEWAY?: string
}

export interface TokenContext extends Context<TokenEnv> {
  readonly loadArtwork: ArtworkLoader
  readonly render: Render
}
