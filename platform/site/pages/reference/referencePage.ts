import type { Fact } from '../../../../functions/site/pages/reference/OperationPage.ts'
import type { ReferencePage } from '../../../../functions/site/pages/reference/ReferencePage.ts'
import type { FamilyName } from '../../../../schema/families.ts'
import { LIMITS } from '../../../../schema/limits.ts'
import type { Json } from '../../../json.ts'
import type { Described } from '../../../mcp/describeOperations.ts'
import type { Deployment } from '../../../deployments.ts'
import { guidePageUrl } from '../../discovery/paths.ts'
import { WHOLE_URL } from '../../pieceUrls.ts'
import { exampleCall } from './exampleCall.ts'
import { aboutFamily } from './familyPage.ts'
import { titleOf } from './familyTitles.ts'
import { operationLink } from './operationPage.ts'
import { richText } from './richText.ts'
import { samplesOf } from './samples/samplesOf.ts'
import { TASKS } from './tasks.ts'
import { conceptUrl, familyPageUrl } from './urls.ts'

const FIRST = 'listExploreVaults'

/** Facts to know before the first call. */
const startFacts = (baseUrl: string): readonly Fact[] => [
  {
    term: 'Base URL',
    text: [{ code: baseUrl }, ', in JSON. The OpenAPI document has all paths, which follow the base URL.'],
    href: WHOLE_URL,
  },
  {
    term: 'Sign-in',
    text: richText(
      'Reads need no credential. Builders need a session (EIP-4361) or a SIWA receipt; no key is ever sent.',
    ),
    href: conceptUrl('sign-in'),
  },
  {
    term: 'As of',
    text: richText(
      'Every answer about the chain names its block in `asOf`. Send `minBlock` to read your own transaction.',
    ),
    href: conceptUrl('as-of-a-block'),
  },
  {
    term: 'Amounts',
    text: richText('Decimal strings in base units, with the decimals beside them. Builders also take whole tokens.'),
    href: conceptUrl('amounts'),
  },
  {
    term: 'Transactions',
    text: richText('Builders return unsigned calls with their issues and a simulation. Your wallet sends them.'),
    href: conceptUrl('unsigned-transactions'),
  },
  {
    term: 'Errors',
    text: richText('A stable code in `X-Error-Code`, with a cause and a fix: each code has a page.'),
    href: '/docs/errors',
  },
  {
    term: 'Limits',
    text: richText(
      `${LIMITS.read.limit} reads and ${LIMITS.build.limit} builds a minute by IP. \`RateLimit\` has the rest; a 429 has \`Retry-After\`.`,
    ),
    href: conceptUrl('limits'),
  },
  {
    term: 'Agents',
    text: richText('The same operations through MCP and A2A, and as Markdown: add `.md` to the path of any page.'),
    href: guidePageUrl('mcp'),
  },
]

/** Content of the reference's first page. Throws an Error for a task whose operation does not exist. */
export function referencePage(
  families: readonly (readonly [family: FamilyName, described: readonly Described[]])[],
  document: Json,
  deployment: Deployment,
): ReferencePage {
  const all = new Map(families.flatMap(([, own]) => own.map((one) => [one.callable.operationId, one] as const)))
  const find = (id: string): Described => {
    const found = all.get(id)
    if (found === undefined) throw new Error(`${id}: is not an operation`)
    return found
  }
  const first = exampleCall(find(FIRST), document, deployment)
  return {
    count: all.size,
    start: startFacts(first.baseUrl),
    first: { operation: operationLink(find(FIRST)), samples: samplesOf(first) },
    tasks: Object.entries(TASKS).map(([title, ids]) => ({
      id: title.toLowerCase().replaceAll(/\W+/g, '-'),
      title,
      operations: ids.map((id) => operationLink(find(id))),
    })),
    families: families.map(([family, own]) => ({
      title: titleOf(family),
      href: familyPageUrl(family),
      about: `${aboutFamily(family)}.`,
      count: own.length,
    })),
  }
}
