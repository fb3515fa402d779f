import { PIECES } from '../../schema/pieces.ts'
import type { PlainDocument } from '../../shared/http/plainDocument.ts'

/**
 * The API catalog of the host (RFC 9727) as a linkset (RFC 9264): this one API, its description, whole and in pieces, its
 * page and health.
 *
 * @param baseUrl public base URL of the API, ending in /api
 */
export function apiCatalog(baseUrl: string): PlainDocument {
  const base = baseUrl.replace(/\/$/, '')
  const host = new URL(base).origin
  const linkset = [
    { anchor: `${host}/.well-known/api-catalog`, item: [{ href: base }] },
    {
      anchor: base,
      'service-desc': [
        { href: `${base}/v1/spec.json`, type: 'application/json' },
        { href: `${base}/v1/spec.yaml`, type: 'application/yaml' },
        ...PIECES.map((piece) => ({ href: `${base}/v1/spec/${piece}.json`, type: 'application/json', title: piece })),
      ],
      'service-doc': [{ href: `${host}/`, type: 'text/html' }],
      status: [{ href: `${base}/health`, type: 'application/json' }],
    },
  ]
  return {
    body: JSON.stringify({ linkset }),
    headers: {
      // The profile distinguishes a catalog from any other linkset; the link is there for HEAD requests.
      'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      'cache-control': 'public, max-age=3600',
      link: '</.well-known/api-catalog>; rel="api-catalog"',
    },
  }
}
