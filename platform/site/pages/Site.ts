import type { Pages } from '../../../functions/site/pages/Pages.ts'
import type { SiteFiles } from '../../../functions/site/pages/SiteFiles.ts'
import type { Json } from '../../json.ts'
import type { Place } from '../../places.ts'

/** What every kind of page is made from. */
export interface Site {
  /** The OpenAPI document at the place. */
  readonly document: Json
  readonly place: Place
  readonly origin: string
  readonly pages: Pages
  readonly files: SiteFiles
}
