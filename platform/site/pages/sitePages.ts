import type { Pages } from '../../../functions/site/pages/Pages.ts'
import type { SiteFiles } from '../../../functions/site/pages/SiteFiles.ts'
import type { Place } from '../../places.ts'
import type { Json } from '../../json.ts'
import { originAt } from '../../places.ts'
import { frontPages } from './front/frontPages.ts'
import { loadPages } from './loadPages.ts'
import { referencePages } from './reference/referencePages.ts'
import { siteFiles, type SiteFile } from './siteFiles.ts'

/** What every kind of page is made from. */
export interface Site {
  /** The OpenAPI document at the place. */
  readonly document: Json
  readonly place: Place
  readonly origin: string
  readonly pages: Pages
  readonly files: SiteFiles
}

/** The pages of the host for people, as HTML, and what they load: contents of assets by their paths. */
export async function* sitePages(document: Json, place: Place): AsyncGenerator<SiteFile> {
  const { files, contents } = await siteFiles()
  yield* contents
  const site: Site = { document, place, origin: originAt(place), pages: await loadPages(), files }
  yield* frontPages(site)
  yield* referencePages(site)
}
