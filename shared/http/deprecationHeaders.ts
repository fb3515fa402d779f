import type { Deprecated } from '../../schema/operation.ts'
import type { HeaderTable } from './headers.ts'

/**
 * What every answer of a deprecated operation says: since when it is (RFC 9745 section 2.1), when its path may go (RFC 8594
 * section 3), where people read what to do instead (RFC 9745 section 3), and what comes after it (RFC 5829 section 3.4).
 *
 * @param baseUrl public base URL of the API, ending in /api
 */
export function deprecationHeaders({ since, sunset, link, successor }: Deprecated, baseUrl: string): HeaderTable {
  const next = successor === undefined ? '' : `, <${baseUrl}${successor}>; rel="successor-version"`
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${new URL(link, baseUrl).href}>; rel="deprecation"${next}`,
  }
}
