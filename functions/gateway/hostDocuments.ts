import { html, styleHash } from 'virtual:page'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'
import { apiCatalog } from './apiCatalog.ts'
import { getHealth } from './getHealth.ts'

/** A document of the host, made from the Worker's bindings. */
type Make = (
  env: Readonly<Record<string, unknown>> & { readonly BASE_URL: string },
) => PlainDocument | Promise<PlainDocument>

const DAY = 'public, max-age=86400'

/** The list of operations for people, made by the build; nothing in it is loaded from elsewhere. */
const page: Make = () => ({
  body: html,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=600',
    'content-security-policy': `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    link: '</.well-known/api-catalog>; rel="api-catalog", </openapi.json>; rel="service-desc"',
  },
})

/** RFC 9309. Documents may be indexed; answers about the chain are for agents and not for crawlers. */
const robots: Make = () => ({
  body: 'User-agent: *\nDisallow: /api/\nAllow: /api/openapi\nAllow: /api$\n',
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': DAY },
})

/** Documents of the host by path, beside the operations of the contract. */
export const HOST_DOCUMENTS: ReadonlyMap<string, Make> = new Map([
  ['/', page],
  ['/api', page],
  ['/health', getHealth],
  ['/api/health', getHealth],
  ['/.well-known/api-catalog', ({ BASE_URL }) => apiCatalog(BASE_URL)],
  ['/robots.txt', robots],
])

/** Where clients look for the OpenAPI document, and the operation that answers there. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['/openapi.json', '/api/v1/spec.json'],
  ['/openapi.yaml', '/api/v1/spec.yaml'],
  ['/api/openapi.json', '/api/v1/spec.json'],
  ['/api/openapi.yaml', '/api/v1/spec.yaml'],
])
