import { DEFINITIONS } from '../../../functions/mcp/tools/definitions.ts'
import { OPERATIONS } from '../../../schema/index.ts'
import { DOCUMENT } from '../../../schema/openapi.ts'
import { operationUrl } from '../../../shared/http/operationUrl.ts'
import { CLIENT_URL } from '../../client/clientBundle.ts'
import type { Deployment } from '../../deployments.ts'
import { skills } from '../../skills.ts'
import { ARAZZO_URL } from '../arazzo/arazzoDocument.ts'
import { FOR_OPERATORS, guidesByTopic } from '../guides.ts'
import { errorUrl, pieceUrl, WHOLE_URL } from '../pieceUrls.ts'
import { CONCEPTS } from './concepts.ts'
import { A2A, AGENT_CARD, AI_CATALOG, GUIDES, guideUrl, LLMS_FULL_TXT, MCP, SERVER_CARD, skillUrl } from './paths.ts'

/** Bytes of the text, at most. */
export const LLMS_BYTES = 10_000

/** Topics of the short text; the full one has all. */
const FIRST = ['As of', 'Sending', 'Untrusted text']

/**
 * `/llms.txt` (llmstxt.org): what is here, for a language model that has only the host name.
 *
 * @param origin of the host
 */
export function llmsTxt(origin: string, { hasAgent }: Deployment): string {
  const link = (name: string, path: string, note?: string) =>
    `- [${name}](${origin}${path})${note === undefined ? '' : `: ${note}`}`
  const operations = Object.values(OPERATIONS).flatMap((family) => Object.values(family)).length
  const families = Object.keys(OPERATIONS).flatMap((name) => {
    const about = DOCUMENT.tags.find((tag) => tag.name === name)?.description
    return about === undefined || name === 'site' ? [] : [link(name, pieceUrl(name), about)]
  })
  const { title, description } = DOCUMENT.info
  return [
    `# ${title}`,
    '',
    `> ${description} ${operations} operations over HTTP; the same through MCP and A2A.`,
    '',
    `- MCP: POST ${origin}${MCP} (Streamable HTTP, ${DEFINITIONS.length} tools, no credential for reads); the operations of one family as tools at ${origin}${MCP}/x/{family}, with \`?readonly\` reads alone.`,
    `- A2A: POST ${origin}${A2A} (JSON-RPC).`,
    `- HTTP: ${origin}/api, JSON. Start with \`GET /v1/resolve?q=\` for a name, \`GET /v1/context/{address}\` for a wallet, \`GET /v1/explore/vaults\`, \`GET /v1/auction\` and \`GET /v1/agents\` for all vaults, auctions and agents.`,
    `- TypeScript: \`npm install ${origin}${CLIENT_URL} viem\`, a typed function for each operation ([how](${origin}${guideUrl('client')})).`,
    `- OpenAPI of one operation: ${origin}${operationUrl('{operationId}')}; one error code: ${origin}${errorUrl('{code}')}.`,
    ...FIRST.map((topic) => `- ${topic}: ${CONCEPTS[topic] ?? ''}`),
    '',
    '## Start',
    '',
    link('Everything in one file', LLMS_FULL_TXT, 'every operation in a line, and how to use them'),
    link('OpenAPI document', WHOLE_URL, 'whole; better read the pieces below'),
    link('Workflows', ARAZZO_URL, 'tasks as requests in order (Arazzo)'),
    link('MCP server card', SERVER_CARD),
    ...(hasAgent ? [link('A2A agent card', AGENT_CARD)] : []),
    link('AI catalog', AI_CATALOG, 'all of these for programs'),
    '',
    '## Skills',
    '',
    ...skills().map(({ name }) => link(name, skillUrl(name))),
    '',
    '## Operations by family',
    '',
    ...families,
    '',
    '## Guides',
    '',
    ...guidesByTopic()
      .filter(([topic]) => topic !== 'Reference')
      .flatMap(([, pages]) => pages.map(({ name, title: heading }) => link(heading, guideUrl(name)))),
    '',
    '## Optional',
    '',
    link(`Guides ${FOR_OPERATORS.toLowerCase()}`, `${GUIDES}.md`, 'deploy, configure, operate and change this service'),
    ...guidesByTopic()
      .filter(([topic]) => topic === 'Reference')
      .flatMap(([, pages]) => pages.map(({ name, title: heading }) => link(heading, guideUrl(name)))),
    '',
  ].join('\n')
}
