import { AI_CATALOG, SITEMAP } from './discovery/paths.ts'

/** Agents of language models: the rules of all, which some of them look for under their own names (RFC 9309, section 2.2.1). */
const AGENTS = [
  '*',
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Google-Extended',
  'PerplexityBot',
]

/**
 * Permitted uses of the documents (contentsignals.org). Search and answers are why they are there. Training is not granted:
 * addresses and fields that a model remembers are out of date, and a grant cannot be taken back.
 */
const SIGNALS = 'search=yes, ai-input=yes, ai-train=no'

const CRAWLED = ['/api$', '/api/health$', '/api/openapi', '/api/v1/spec.', '/api/v1/spec/']

/**
 * RFC 9309: the longest rule that matches wins. Documents and whatever the API catalog names may be read by crawlers;
 * answers about the chain are for agents.
 *
 * @param origin of the host
 */
export const robots = (origin: string): string =>
  [
    ...AGENTS.map((agent) => `User-agent: ${agent}`),
    `Content-Signal: ${SIGNALS}`,
    'Disallow: /api/',
    ...CRAWLED.map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${origin}${SITEMAP}`,
    // Agentic Resource Discovery: where the AI catalog is.
    `Agentmap: ${origin}${AI_CATALOG}`,
    '',
  ].join('\n')
