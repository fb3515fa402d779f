import type { Deployment } from '../../deployments.ts'
import type { Json } from '../../json.ts'
import { originAt } from '../../deployments.ts'
import { conceptPages } from './concepts/conceptPages.ts'
import { errorPages } from './errors/errorPages.ts'
import { guidePages } from './guides/guidePages.ts'
import { frontPages } from './front/frontPages.ts'
import { loadPages } from './loadPages.ts'
import { referencePages } from './reference/referencePages.ts'
import type { Site } from './Site.ts'
import { reviewPages } from './review/reviewPages.ts'
import { siteFiles, type SiteFile } from './siteFiles.ts'
import { statusPages } from './status/statusPages.ts'

/** The pages of the host for people, as HTML, and what they load: contents of assets by their paths. */
export async function* sitePages(document: Json, deployment: Deployment): AsyncGenerator<SiteFile> {
  const { files, contents } = await siteFiles()
  yield* contents
  const site: Site = { document, deployment, origin: originAt(deployment), pages: await loadPages(), files }
  yield* frontPages(site)
  yield* referencePages(site)
  yield* guidePages(site)
  yield* errorPages(site)
  yield* conceptPages(site)
  yield* statusPages(site)
  yield* reviewPages(site)
}
