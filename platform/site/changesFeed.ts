import { type Deployment, originAt } from '../deployments.ts'
import type { Json } from '../json.ts'
import { CHANGELOG, GUIDES } from './discovery/paths.ts'
import { readText } from './guides.ts'
import { slugs } from './pages/guides/slugs.ts'

/** Path of the asset that getChanges answers with. */
export const CHANGES_URL = '/api/v1/changes.json'

const RELEASE = /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/

/** The releases of CHANGELOG.md as a JSON Feed 1.1. What is not released yet has no date, and is not among them. */
export function changesFeed(deployment: Deployment): Json {
  const origin = originAt(deployment)
  const page = `${origin}${CHANGELOG}`
  const [, ...sections] = readText('CHANGELOG.md', deployment).split(/^## /m)
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Creator Vault Agent API: changes',
    description: 'What changed in each release of this service, for its callers and its operators.',
    home_page_url: page,
    feed_url: `${deployment.isLocal ? `${origin}/api` : deployment.baseUrl}/v1/changes`,
    language: 'en',
    items: sections.flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const [, version, date] = RELEASE.exec(heading) ?? []
      if (version === undefined) return []
      const text = lines.join('\n').trim()
      const url = `${page}#${slugs()(heading)}`
      return {
        id: url,
        url,
        title: version,
        date_published: `${date}T00:00:00Z`,
        content_text: text.replaceAll('](docs/', `](${origin}${GUIDES}/`),
        tags: [...text.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind),
      }
    }),
  }
}
