import type { Form } from './preferredForm.ts'

export const FRONT_FORMS: readonly [Form, ...Form[]] = [
  { asset: '/index.html', type: 'text/html' },
  { asset: '/llms.txt', type: 'text/markdown' },
  { asset: '/index.json', type: 'application/json' },
]

/** Documents of the host by their relation to the front page (RFC 8288): relation, path, media type. */
export const LINKS: readonly (readonly [rel: string, path: string, type: string])[] = [
  // RFC 9727
  ['api-catalog', '/.well-known/api-catalog', 'application/linkset+json'],
  // The AI Catalog specification
  ['ai-catalog', '/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
  // RFC 8631
  ['service-desc', '/openapi.json', 'application/json'],
  ['service-desc', '/.well-known/arazzo.yaml', 'application/yaml'],
  ['service-desc', '/.well-known/mcp/server-card.json', 'application/mcp-server-card+json'],
  ['service-meta', '/.well-known/agent-skills/index.json', 'application/json'],
  ['service-doc', '/llms-full.txt', 'text/plain'],
  // POWDER, as IANA registers it
  ['describedby', '/llms.txt', 'text/plain'],
  // HTML, section 4.6.7.1: the same page in other forms
  ['alternate', '/', 'text/markdown'],
  ['alternate', '/', 'application/json'],
  // microformats.org
  ['sitemap', '/sitemap.xml', 'application/xml'],
]

export const LINK_HEADER = LINKS.map(([rel, path, type]) => `<${path}>; rel="${rel}"; type="${type}"`).join(', ')
