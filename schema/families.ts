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
  site: ['/v1/spec', '/v1/changes' /* the changelog is site's */],
  // It calls all others: wrangler deploys it after them.
  status: ['/v1/status'],
  // Its endpoints are paths of the host (hostPaths.ts); it calls the others, too.
  mcp: ['/mcp'],
  // Every request that no route leads to another Worker; deployed last, so that no other calls it.
  gateway: ['/v1/batch'],
} as const satisfies Record<string, readonly string[]>

export type FamilyName = keyof typeof FAMILIES
