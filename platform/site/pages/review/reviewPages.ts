import type { Site } from '../Site.ts'
import type { SiteFile } from '../siteFiles.ts'

const PATH = '/review'
const TITLE = 'Review a transaction'
const ABOUT =
  'Builds a transaction again from the arguments in a link, shows what it does, and lets your own wallet send it.'

/** The page to which `reviewUrl` of a builder leads. */
export function* reviewPages({ pages, files, origin }: Site): Generator<SiteFile> {
  const markdown = `${PATH}.md`
  const frame = { area: 'docs', path: PATH, title: TITLE, description: ABOUT, origin, files, markdown } as const
  yield [`${PATH}.html`, pages.review({ ...frame, scripts: ['review'] })]
  yield [markdown, TEXT]
}

const TEXT = `# ${TITLE}

${ABOUT}

Every builder answers \`reviewUrl\`, such as \`/review#buildVetokenUnlock:eyJmcm9tIjoi…\`: the operation, and its body as base64url of JSON.
Give the link to the person who owns the wallet. Browsers send no fragment, nothing is stored, and the link signs nobody in.
Read the outcome with getBuildStatus: [building](/docs/guides/building.md).
`
