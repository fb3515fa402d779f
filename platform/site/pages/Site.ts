import type { Pages } from '../../../functions/site/pages/Pages.ts'
import type { SiteFiles } from '../../../functions/site/pages/SiteFiles.ts'
import type { Json } from '../../json.ts'
import type { Deployment } from '../../deployments.ts'

/** The inputs of every kind of page. */
export interface Site {
  /** The OpenAPI document of the deployment. */
  readonly document: Json
  readonly deployment: Deployment
  readonly origin: string
  readonly pages: Pages
  readonly files: SiteFiles
}
