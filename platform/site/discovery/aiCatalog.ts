import { SERVER_DESCRIPTION, SERVER_INFO } from '../../../functions/mcp/protocol/serverInfo.ts'
import { DOCUMENT } from '../../../schema/openapi.ts'
import type { Deployment } from '../../deployments.ts'
import { skills } from '../../skills.ts'
import { ARAZZO_URL } from '../arazzo/arazzoDocument.ts'
import { WHOLE_URL } from '../pieceUrls.ts'
import { AGENT_CARD, LLMS_TXT, SERVER_CARD, skillUrl } from './paths.ts'

/**
 * The AI catalog of the host (AI Catalog 1.0): what agents can use here, each with its type. Readers of earlier drafts take
 * `mediaType` and need `displayName`.
 *
 * @param origin of the host
 */
export function aiCatalog(origin: string, { baseUrl, hasAgent }: Deployment) {
  const host = new URL(baseUrl).host
  const entry = (kind: string, name: string, type: string, path: string, displayName: string, description: string) => ({
    identifier: `urn:air:${host}:${kind}:${name}`,
    type,
    mediaType: type,
    displayName,
    description,
    url: `${origin}${path}`,
  })
  const { title, description } = DOCUMENT.info
  const { name } = SERVER_INFO
  return {
    specVersion: '1.0',
    host: { displayName: SERVER_INFO.title, identifier: host, documentationUrl: `${origin}${LLMS_TXT}` },
    entries: [
      entry(
        'mcp',
        name,
        'application/mcp-server-card+json',
        SERVER_CARD,
        `${SERVER_INFO.title} MCP`,
        SERVER_DESCRIPTION,
      ),
      ...(hasAgent
        ? [
            entry(
              'a2a',
              name,
              'application/a2a-agent-card+json',
              AGENT_CARD,
              `${SERVER_INFO.title} agent`,
              'The agent of this host: what it can do, and where it takes messages.',
            ),
          ]
        : []),
      entry('api', name, 'application/openapi+json', WHOLE_URL, title, description),
      entry(
        'workflow',
        name,
        'application/vnd.oai.workflows+yaml',
        ARAZZO_URL,
        'Workflows',
        'Tasks as requests in order (Arazzo 1.0.1): sign in, lock and vote, bid, buy a review, link a smart wallet.',
      ),
      ...skills().map((skill) =>
        entry('skill', skill.name, 'application/agent-skills+md', skillUrl(skill.name), skill.name, skill.description),
      ),
    ],
  }
}
