import type * as z from 'zod'
import { optional, withDefault } from './declare.ts'
import { format, safeUrl, url } from './formats.ts'

const gateway = format('an https URL without query or fragment', (given) => {
  const parsed = url.schema.safeParse(given)
  return parsed.success && /^https:[^?#]*$/i.test(given) ? given.replace(/\/+$/, '') : undefined
})

/** How documents that others publish are reached (`shared/outside`). */
export const outsideVariables = {
  DNS_URL: withDefault(safeUrl, 'https://cloudflare-dns.com/dns-query', {
    meaning: 'DNS over HTTPS in the JSON form: every host that others name is looked up there before it is asked',
  }),
  EGRESS_PROXY_URL: optional(safeUrl, {
    meaning:
      'a gateway for requests to hosts that others name, which connects to the address it has checked; its URL may contain a credential ([outside.md](outside.md))',
    without: 'the Worker asks them directly',
    secret: true,
  }),
  IPFS_GATEWAY_URL: withDefault(gateway, 'https://ipfs.io', {
    meaning: 'the gateway that serves `/ipfs/<cid>`, for `ipfs://` URIs',
  }),
  ARWEAVE_GATEWAY_URL: withDefault(gateway, 'https://arweave.net', {
    meaning: 'the gateway that serves `/<id>`, for `ar://` URIs',
  }),
}

export type OutsideEnv = z.output<z.ZodObject<typeof outsideVariables>>
