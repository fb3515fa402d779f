import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { AI_CATALOG, SITEMAP } from './discovery/paths.ts'

/** Agents of language models: the rules of all, which some of them look for under their own names (RFC 9309, section 2.2.1). */
const AGENTS = ['*', 'GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'Google-Extended', 'PerplexityBot']

/** Agents that read for a person who asks (their operators' documentation). They may make the public reads, which documents name. */
const FOR_USERS = ['ChatGPT-User', 'Claude-User', 'Perplexity-User', 'MistralAI-User']

const READS = Object.values(OPERATIONS)
  .flatMap((family) => Object.values<Operation>(family))
  .filter(({ method, 'x-auth': auth, 'x-private': isPrivate }) => method === 'get' && !auth && !isPrivate)
  .map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, '*')}`)

/**
 * Permitted uses of the documents (contentsignals.org). Search and answers are why they are there. Training is not granted:
 * addresses and fields that a model remembers are out of date, and a grant cannot be taken back.
 */
const SIGNALS = 'search=yes, ai-input=yes, ai-train=no'

const CRAWLED = ['/api$', '/api/health$', '/api/openapi', '/api/v1/spec.', '/api/v1/spec/', '/api/v1/changes$']

const group = (agents: readonly string[], allowed: readonly string[]): readonly string[] => [
  ...agents.map((agent) => `User-agent: ${agent}`),
  `Content-Signal: ${SIGNALS}`,
  'Disallow: /api/',
  ...new Set(allowed.map((path) => `Allow: ${path}`)),
  '',
]

/**
 * RFC 9309: the longest rule that matches wins. Documents and whatever the API catalog names may be read by crawlers;
 * answers about the chain are for agents, and for those that act for a person.
 *
 * @param origin of the host
 */
export const robots = (origin: string): string =>
  [
    ...group(AGENTS, CRAWLED),
    ...group(FOR_USERS, [...CRAWLED, ...READS]),
    `Sitemap: ${origin}${SITEMAP}`,
    // Agentic Resource Discovery: where the AI catalog is.
    `Agentmap: ${origin}${AI_CATALOG}`,
    '',
  ].join('\n')
