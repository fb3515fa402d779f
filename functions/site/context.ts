import type { Context } from '../../shared/http/handler.ts'
import type { SiteEnv } from './env.ts'

export interface SiteContext extends Context {
  /** The static assets of the Worker. */
  readonly assets: Fetcher
}

export const createSiteContext = (common: Context, { ASSETS: assets }: SiteEnv): SiteContext => ({ ...common, assets })
