import { DOCUMENT } from '../../../schema/openapi.ts'
import { CLIENT_URL } from '../../client/clientBundle.ts'
import { ARAZZO_URL } from '../arazzo/arazzoDocument.ts'
import { PIECE_URLS, WHOLE_URL } from '../pieceUrls.ts'
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

/** The front page for programs: what is where on the host. URLs are relative to it. */
export const frontIndex = (hasAgent: boolean) => ({
  name: DOCUMENT.info.title,
  version: DOCUMENT.info.version,
  description: DOCUMENT.info.description,
  endpoints: { api: '/api', mcp: MCP, ...(hasAgent ? { a2a: A2A } : {}) },
  documents: {
    llms: LLMS_TXT,
    llmsFull: LLMS_FULL_TXT,
    openapi: WHOLE_URL,
    pieces: PIECE_URLS,
    workflows: ARAZZO_URL,
    apiCatalog: API_CATALOG,
    aiCatalog: AI_CATALOG,
    mcpServerCard: SERVER_CARD,
    ...(hasAgent ? { agentCard: AGENT_CARD } : {}),
    client: CLIENT_URL,
    skills: SKILLS_INDEX,
    x402: '/.well-known/x402',
    health: '/api/health',
  },
})
