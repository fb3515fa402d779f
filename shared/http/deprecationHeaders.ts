import type { Deprecated } from '../../schema/operation.ts'
import type { HeaderTable } from './headers.ts'

/**
 * What every answer of a deprecated operation says: since when it is (RFC 9745 section 2.1), from when on it does not work any
 * more (RFC 8594 section 3), and where people read what to do instead (RFC 9745 section 3).
 *
 * @param baseUrl public base URL of the API, on whose host the link is
 */
export const deprecationHeaders = ({ since, sunset, link }: Deprecated, baseUrl: string): HeaderTable => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
  link: `<${new URL(link, baseUrl).href}>; rel="deprecation"`,
})
