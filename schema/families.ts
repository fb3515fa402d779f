/**
 * Which Worker answers which paths (relative to the base URL, which ends in /api). The first path segment after /v1 is
 * the family; the prefixes that break that rule are marked, and appear nowhere else.
 */
export const FAMILIES = {
  token: ['/v1/token', '/token'],
  vault: ['/v1/vault', '/v1/explore' /* explore is vault's */, '/status' /* so are the reports for status pages */],
  auction: ['/v1/auction'],
  lottery: ['/v1/lottery', '/v1/marketplace' /* marketplace is lottery's */],
  gauge: ['/v1/gauge'],
  vetoken: ['/v1/vetoken'],
  lpstrat: ['/v1/lpstrat'],
  context: ['/v1/context', '/v1/resolve' /* resolve is context's */],
  build: ['/v1/build'],
  agents: ['/v1/agents', '/agents', '/agent' /* the unversioned ones are agents' */],
  social: ['/social', '/v1/chat' /* chat is social's */],
  chatapp: ['/chatapp'],
  cre: ['/cre'],
  account: ['/auth', '/accounts', '/portfolio', '/waitlist', '/creator-access', '/admin', '/wallet'],
  rpc: ['/rpc', '/paymaster'],
  image: ['/image'],
  workspace: ['/v1/workspace', '/keepr', '/deploy'],
  market: ['/dex', '/coin-trend'],
  site: ['/v1/spec'],
  // It asks all others: wrangler deploys it after them.
  status: ['/v1/status'],
  // Its endpoints are paths of the host, below; it asks the others, too.
  mcp: ['/mcp'],
} as const satisfies Record<string, readonly string[]>

export type FamilyName = keyof typeof FAMILIES

/**
 * Further paths of the host that a family answers with documents: each by itself, or as a first segment with all below it.
 * Below `/.well-known` it is the second segment; the gateway has the documents there that are not listed.
 */
export const HOST_PATHS = {
  chatapp: ['/chatapp'],
  mcp: ['/mcp', '/a2a'],
  site: [
    '/',
    '/.well-known/agent-skills',
    '/.well-known/ai-catalog.json',
    '/.well-known/api-catalog',
    '/.well-known/arazzo.yaml',
    '/.well-known/mcp',
    '/.well-known/security.txt',
    '/api',
    '/api/openapi.json',
    '/api/openapi.yaml',
    '/api/v1/spec.json',
    '/api/v1/spec.yaml',
    '/assets',
    '/docs',
    '/docs.md',
    '/llms-full.txt',
    '/llms.txt',
    '/openapi.json',
    '/openapi.yaml',
    '/robots.txt',
    '/sitemap.xml',
    '/status',
  ],
} as const satisfies Partial<Record<FamilyName, readonly string[]>>
