import { describeOperations } from '../../../mcp/describeOperations.ts'
import type { Json } from '../../../json.ts'
import type { Site } from '../Site.ts'
import type { SiteFile } from '../siteFiles.ts'
import { highlight } from '../highlight.ts'
import { firstCalls } from './firstCalls.ts'

/** The front page. */
export function* frontPages({ pages, files, origin, deployment, document }: Site): Generator<SiteFile> {
  const { chainId } = deployment
  const frame = {
    area: 'home',
    path: '/',
    title: 'Creator Vaults: an API for autonomous agents',
    description:
      'Read creator vaults, auctions, the lottery and gauge votes as of a stated block, and build transactions that your own wallet signs.',
    origin,
    files,
    markdown: '/llms.txt',
    scripts: ['front'],
  } as const
  yield [
    '/index.html',
    pages.front(frame, {
      chainId,
      counts: countsIn(document),
      mcp: highlight(`${origin}/mcp`, 'url'),
      calls: firstCalls(deployment, origin),
    }),
  ]
}

/** How many operations read, build and write. */
function countsIn(document: Json) {
  const kinds = describeOperations(document).map(({ callable }) => callable.kind)
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  return { reads: count('read'), builders: count('build'), writes: count('write') }
}
