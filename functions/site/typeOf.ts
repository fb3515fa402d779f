/** Media types by what a name ends in; YAML: RFC 9512, Markdown: RFC 7763, JavaScript: RFC 9239. All are text in UTF-8. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'application/xml',
  yaml: 'application/yaml',
}

/** Types without a charset; gzip: RFC 6713. */
const BINARY: Readonly<Record<string, string>> = { png: 'image/png', tgz: 'application/gzip' }

/** Documents with a media type of their own, which has no charset. */
const OWN: Readonly<Record<string, string>> = {
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  // The profile distinguishes a catalog from any other linkset (RFC 9727).
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/api/v1/changes.json': 'application/feed+json',
  '/.well-known/mcp/server-card.json': 'application/mcp-server-card+json',
}

/** The Content-Type of an asset. */
export function typeOf(path: string): string {
  const own = OWN[path] ?? BINARY[path.slice(path.lastIndexOf('.') + 1)]
  if (own !== undefined) return own
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  if (type === undefined) throw new Error(`${path} has no media type`)
  return withCharset(type)
}

export const withCharset = (type: string): string => `${type}; charset=utf-8`
