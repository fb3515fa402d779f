import { parseAccept } from 'hono/utils/accept'

/** An asset, and the media type that it is sent with. */
interface Form {
  readonly asset: string
  readonly type: string
}

const HTML: Form = { asset: '/index.html', type: 'text/html' }
const FORMS: readonly Form[] = [
  HTML,
  { asset: '/llms.txt', type: 'text/markdown' },
  { asset: '/index.json', type: 'application/json' },
]
const MOST_LENGTH = 1024

/**
 * The form of the front page that a client prefers (RFC 9110, section 12.5.1): of those that it names the one with the highest
 * quality, the first if several have it; HTML where it names none, or prefers the range that HTML is in.
 */
export function frontPage(accept: string | null): Form {
  if (accept === null || accept.length > MOST_LENGTH) return HTML
  const ranges = parseAccept(accept)
  const named = ranges.find(({ type, q }) => q > 0 && FORMS.some((form) => form.type === type.toLowerCase()))
  const form = named && FORMS.find(({ type }) => type === named.type.toLowerCase())
  const others = ranges.find(({ type }) => type === 'text/*') ?? ranges.find(({ type }) => type === '*/*')
  return form && named.q >= (others?.q ?? 0) ? form : HTML
}

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
