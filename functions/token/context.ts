import type { Context } from '../../shared/http/handler.ts'
import type { ManagedTokenStore } from './store/managedTokens.ts'
import type { ArtworkLoader } from './artwork/createArtworkLoader.ts'
import type { Render } from './drawing/createRenderer.ts'

export interface TokenContext extends Context {
  readonly managedTokens: ManagedTokenStore
  readonly loadArtwork: ArtworkLoader
  readonly render: Render
}
