import type { FamilyName } from './families.ts'

/** A page or document of the host that the Worker `site` answers. */
export interface SitePath {
  /** `{name}` stands for one segment of letters, digits, `_` and `-`. */
  readonly path: string
  /**
   * - `front`: HTML, Markdown or JSON
   * - `page`: made by the build as HTML, and as Markdown at the same path with `.md`
   * - `list`: vaults, auctions or agents, rendered for each request, with `.md`
   * - `entity`: rendered for each request, with `.md` and `/card.png` below it
   * - `document`: a file that names the host
   * - `file`: any other file
   * - `operation`: an operation of the contract
   */
  readonly kind: 'front' | 'page' | 'list' | 'entity' | 'document' | 'file' | 'operation'
  /** A 404 may suggest it; `with Markdown`: its `.md` as well. */
  readonly suggested?: true | 'with Markdown'
  /** Clients without a preference get Markdown: programs follow the link to it. */
  readonly isForPrograms?: true
  /** Path of the operation that answers here too. */
  readonly aliasOf?: string
  /** Form of the path, if segments are not enough. */
  readonly pattern?: RegExp
}

/** Every page and document of the site, one entry each: routing, look-up and suggestions follow from it (docs/site.md). */
export const SITE_PATHS: readonly SitePath[] = [
  { path: '/', kind: 'front', suggested: true },
  { path: '/api', kind: 'front', suggested: true },
  { path: '/.well-known/agent-skills/index.json', kind: 'document', suggested: true },
  { path: '/.well-known/ai-catalog.json', kind: 'document', suggested: true },
  { path: '/.well-known/api-catalog', kind: 'document', suggested: true },
  { path: '/.well-known/arazzo.yaml', kind: 'document', suggested: true },
  { path: '/.well-known/mcp/server-card.json', kind: 'document', suggested: true },
  { path: '/.well-known/security.txt', kind: 'document', suggested: true },
  { path: '/llms-full.txt', kind: 'document', suggested: true },
  { path: '/llms.txt', kind: 'document', suggested: true },
  { path: '/robots.txt', kind: 'document', suggested: true },
  { path: '/sitemap.xml', kind: 'document', suggested: true },
  { path: '/.well-known/agent-skills/{name}/SKILL.md', kind: 'file', suggested: true },
  { path: '/docs', kind: 'page' },
  { path: '/docs/families/{family}', kind: 'page' },
  { path: '/docs/operations/{operationId}', kind: 'page' },
  { path: '/docs/guides', kind: 'page' },
  { path: '/docs/guides/{guide}', kind: 'page', suggested: 'with Markdown' },
  { path: '/docs/concepts', kind: 'page', suggested: true },
  { path: '/docs/changelog', kind: 'page', suggested: true },
  { path: '/docs/errors', kind: 'page' },
  { path: '/docs/errors/{code}', kind: 'page', suggested: true, isForPrograms: true },
  { path: '/status', kind: 'page', suggested: true },
  { path: '/review', kind: 'page' },
  { path: '/docs/tools/{tool}.json', kind: 'file' },
  { path: '/assets/{file}', kind: 'file', pattern: /^\/assets\/[\w-]+\.[0-9a-f]{12}\.(?:css|js|json|png|svg)$/ },
  { path: '/client/{file}', kind: 'file', pattern: /^\/client\/creator-vault-\d+\.\d+\.\d+\.tgz$/ },
  { path: '/api/v1/spec.json', kind: 'operation' },
  { path: '/api/v1/spec.yaml', kind: 'operation' },
  { path: '/api/v1/changes', kind: 'operation' },
  { path: '/api/v1/spec/{family}.json', kind: 'file', suggested: true },
  { path: '/api/v1/spec/{family}.yaml', kind: 'file' },
  { path: '/api/v1/spec/operations/{operationId}.json', kind: 'file', suggested: true },
  { path: '/vaults', kind: 'list', suggested: true },
  { path: '/auctions', kind: 'list', suggested: true },
  { path: '/agents', kind: 'list', suggested: true },
  { path: '/vault/{address}', kind: 'entity', suggested: true },
  { path: '/auction/{address}', kind: 'entity', suggested: true },
  { path: '/agent/{id}', kind: 'entity', suggested: true },
  { path: '/openapi.json', kind: 'operation', suggested: true, aliasOf: '/api/v1/spec.json' },
  { path: '/openapi.yaml', kind: 'operation', suggested: true, aliasOf: '/api/v1/spec.yaml' },
  { path: '/api/openapi.json', kind: 'operation', suggested: true, aliasOf: '/api/v1/spec.json' },
  { path: '/api/openapi.yaml', kind: 'operation', suggested: true, aliasOf: '/api/v1/spec.yaml' },
]

/** The form of an entry's path, with an ending such as `.md`. */
export const formOf = ({ path, pattern }: SitePath, ending = ''): RegExp =>
  pattern ??
  new RegExp(`^${`${path}${ending}`.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, String.raw`[\w-]+`)}$`)

/** The paths of a page or document, with the Markdown of a page. */
const withMarkdown = ({ path, kind }: SitePath): readonly string[] =>
  kind === 'page' || kind === 'list' ? [path, `${path}.md`] : [path]

/** The path up to the segment by which the gateway decides: the second below `/.well-known`, all of a path below `/api`. */
const ownerPath = (path: string): string => {
  const [, first = '', second = ''] = path.split('/')
  if (first === 'api') return path
  return first === '.well-known' ? `/${first}/${second}` : `/${first}`
}

/**
 * Further paths of the host that a family answers with documents: each by itself, or as a first segment with all below it.
 * Below `/.well-known` it is the second segment; the gateway has the documents there that are not listed.
 */
export const HOST_PATHS = {
  chatapp: ['/chatapp'],
  mcp: ['/mcp', '/a2a'],
  // Paths below /api/v1/spec belong to the family's own prefix.
  site: [...new Set(SITE_PATHS.flatMap(withMarkdown).map(ownerPath))]
    .filter((path) => !path.startsWith('/api/v1/spec/'))
    .toSorted(),
} satisfies Partial<Record<FamilyName, readonly string[]>>
