import { optional, withDefault } from './declare.ts'
import { format, safeUrl, url } from './formats.ts'

const gateway = format('an https URL without query or fragment', (given) => {
  const parsed = url.schema.safeParse(given)
  return parsed.success && /^https:[^?#]*$/i.test(given) ? given.replace(/(?<!\/)\/+$/, '') : undefined
})

/** How documents that others publish are reached (`shared/outside`). */
export const outsideVariables = {
  DNS_URL: withDefault(safeUrl, 'https://cloudflare-dns.com/dns-query', {
    meaning: 'DNS over HTTPS (JSON form), which resolves each host in a URL of somebody else before a request to it',
  }),
  EGRESS_PROXY_URL: optional(safeUrl, {
    meaning:
      'gateway for requests to URLs of others; it connects to the address that it has checked. Its URL may contain a credential ([outside.md](outside.md))',
    without: 'the Worker sends these requests itself',
    secret: true,
  }),
  IPFS_GATEWAY_URL: withDefault(gateway, 'https://ipfs.io', {
    meaning: 'gateway that serves `/ipfs/<cid>`, for `ipfs://` URIs',
  }),
  ARWEAVE_GATEWAY_URL: withDefault(gateway, 'https://arweave.net', {
    meaning: 'gateway that serves `/<id>`, for `ar://` URIs',
  }),
}
