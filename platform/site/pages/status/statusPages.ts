import { STATUS_PAGE } from '../../discovery/paths.ts'
import type { Site } from '../Site.ts'
import type { SiteFile } from '../siteFiles.ts'

const TITLE = 'Status'
const ABOUT =
  'State of the nodes, the log index, the limiter, the store and the providers, now and over the last 24 hours.'

/** The page of the deployment's state, and the page of a path that has none. */
export function* statusPages({ pages, files, origin }: Site): Generator<SiteFile> {
  const about = { description: ABOUT, origin, files }
  const markdown = `${STATUS_PAGE}.md`
  yield [
    `${STATUS_PAGE}.html`,
    pages.status({ area: 'status', path: STATUS_PAGE, title: TITLE, ...about, markdown, scripts: ['status'] }),
  ]
  yield [markdown, statusText(origin)]
  const missing = { ...about, description: 'Nothing is at this address.' }
  yield ['/404.html', pages.notFound({ area: 'entities', path: '/404', title: 'Page not found', ...missing })]
}

/** Programs read the state from the operation itself: a text of the build has none. */
const statusText = (origin: string): string =>
  [
    `# ${TITLE}`,
    '',
    ABOUT,
    '',
    '```sh',
    `curl -s '${origin}/api/v1/status?history=24h'`,
    '```',
    '',
    'Set `require` or `maxLagBlocks` to get 503 `requirement_not_met` while a part does not work: [status](/docs/guides/status.md).',
    '',
  ].join('\n')
