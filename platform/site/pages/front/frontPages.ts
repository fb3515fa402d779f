import { OPERATIONS } from '../../../../schema/index.ts'
import type { Site } from '../sitePages.ts'
import type { SiteFile } from '../siteFiles.ts'
import { firstCalls } from './firstCalls.ts'

/** Roles of contracts that start auctions. */
const LAUNCH_ARMS = ['launchArm', 'launchArmErc20']

/** The front page. */
export function* frontPages({ pages, files, origin, place }: Site): Generator<SiteFile> {
  const { chainId, contracts } = place
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
  const launchArms = LAUNCH_ARMS.flatMap((role) => contracts[role] ?? [])
  yield ['/index.html', pages.front(frame, { chainId, launchArms, counts: counts(), calls: firstCalls(place, origin) })]
}

/** How many operations read, build and write. */
function counts() {
  const all = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
  const reads = all.filter(({ method }) => method === 'get').length
  const builders = Object.values(OPERATIONS.build).length
  return { reads, builders, writes: all.length - reads - builders }
}
