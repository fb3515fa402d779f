import { PIECES } from '../../../schema/pieces.ts'
import { CLIENT_URL } from '../../client/clientBundle.ts'
import { ARAZZO_URL } from '../arazzo/arazzoDocument.ts'
import { pieceUrl, WHOLE_URL, yamlUrl } from '../pieceUrls.ts'
import {
  A2A,
  AGENT_CARD,
  AI_CATALOG,
  API_CATALOG,
  LLMS_FULL_TXT,
  LLMS_TXT,
  MCP,
  SERVER_CARD,
  SKILLS_INDEX,
} from './paths.ts'

const JSON_TYPE = 'application/json'

/**
 * The API catalog of the host (RFC 9727) as a linkset (RFC 9264): the API and the endpoints of agents, each with its
 * descriptions, documentation and state (RFC 8631).
 *
 * @param origin of the host
 * @param hasAgent whether there is an agent card
 */
export function apiCatalog(origin: string, hasAgent: boolean) {
  const at = (path: string, type: string, title?: string) => ({
    href: `${origin}${path}`,
    type,
    ...(title === undefined ? {} : { title }),
  })
  const base = `${origin}/api`
  const endpoints = [MCP, ...(hasAgent ? [A2A] : [])]
  return {
    linkset: [
      {
        anchor: `${origin}${API_CATALOG}`,
        item: [{ href: base }, ...endpoints.map((path) => ({ href: `${origin}${path}` }))],
      },
      {
        anchor: base,
        'service-desc': [
          at(WHOLE_URL, JSON_TYPE),
          at(yamlUrl(WHOLE_URL), 'application/yaml'),
          ...PIECES.map((piece) => at(pieceUrl(piece), JSON_TYPE, piece)),
          at(ARAZZO_URL, 'application/yaml', 'workflows (Arazzo)'),
        ],
        'service-doc': [at('/', 'text/html'), at(LLMS_TXT, 'text/plain'), at(LLMS_FULL_TXT, 'text/plain')],
        'service-meta': [
          at(AI_CATALOG, 'application/ai-catalog+json'),
          at(SKILLS_INDEX, JSON_TYPE),
          at(CLIENT_URL, 'application/gzip', 'client package for npm'),
        ],
        status: [at('/api/health', JSON_TYPE)],
      },
      {
        anchor: `${origin}${MCP}`,
        'service-desc': [at(SERVER_CARD, 'application/mcp-server-card+json')],
        'service-doc': [at(LLMS_TXT, 'text/plain')],
      },
      ...(hasAgent ? [{ anchor: `${origin}${A2A}`, 'service-desc': [at(AGENT_CARD, JSON_TYPE)] }] : []),
    ],
  }
}
