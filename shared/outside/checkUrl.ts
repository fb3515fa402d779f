import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { log } from '../log/log.ts'
import { readBody } from './readBody.ts'
import { Unread } from './ReadOutside.ts'

/** A URL that may be requested, without its fragment. */
export interface CheckedUrl {
  readonly url: URL
  /** Whether it is of the service's own origin, on a machine without TLS. */
  readonly isOwn: boolean
  /** Whether its host is a name, which must be looked up first. */
  readonly isNamed: boolean
}

const MAX_LENGTH = 2048
/** 443 is the default of https, and absent from a parsed URL. */
const PORTS = ['', '8443']
/** Names of no public host: RFC 6761, RFC 6762 (local), RFC 7686 (onion), RFC 9476 (alt), reserved by ICANN (internal). */
const NOT_PUBLIC = /(^|\.)(alt|arpa|internal|invalid|local|localhost|onion|test)$/
const NAME = /^(?=.{4,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/

/**
 * Parses a URL and refuses it unless its form is that of a public document: https on port 443 or 8443, without user
 * information, at a public address or a name that could be public; http on port 80 where that is allowed. A URL of `ownOrigin` may be http, on its own port: by https this
 * service is a public host like any other.
 *
 * Every spelling of an IPv4 address (`0x7f.1`, `2130706433`, `127。0。0。1`) is one that the parser has made decimal (URL
 * Standard, "host parsing"). Throws Unread.
 */
export function checkUrl(text: string, ownOrigin: string, allowsHttp = false): CheckedUrl {
  if (text.length > MAX_LENGTH) throw refused(`URLs are at most ${MAX_LENGTH} characters long`)
  // The parser would drop some of them silently.
  if (/[\p{Cc}\p{Z}]/u.test(text)) throw refused('the URL contains blanks or control characters')
  if (!URL.canParse(text)) throw refused('the URL is malformed')
  const url = new URL(text)
  url.hash = ''
  if (url.username !== '' || url.password !== '') throw refused('the URL contains user information')
  if (url.origin === ownOrigin && url.protocol === 'http:') return { url, isOwn: true, isNamed: false }
  const isHttp = allowsHttp && url.protocol === 'http:'
  if (url.protocol !== 'https:' && !isHttp)
    throw refused(allowsHttp ? 'only http and https URLs are read' : 'only https URLs are read')
  // 80 is the default of http, and absent then.
  if (isHttp ? url.port !== '' : !PORTS.includes(url.port))
    throw refused(`only ports ${allowsHttp ? '80, ' : ''}443 and 8443 are asked`)
  const host = url.hostname
  const isPublic = isPublicAddress(host.replace(/^\[(.*)\]$/, '$1'))
  if (isPublic === false) throw refused('the address is not public')
  if (isPublic === undefined && (!NAME.test(host) || NOT_PUBLIC.test(host)))
    throw refused('the host is not a public name')
  return { url, isOwn: false, isNamed: isPublic === undefined }
}

const refused = (detail: string): Unread => new Unread('refused', detail)

/** All that has been assigned for public use of IPv6 so far (RFC 4291 section 2.4); special ranges within it are refused too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address belongs to a host of the public internet; undefined for what is not an address, as four decimal
 * numbers (RFC 6943 section 3.1.1) or as RFC 4291 section 2.2 writes IPv6.
 *
 * Not public: the special-purpose registries of IANA (RFC 6890: private, loopback, link-local, shared, documentation,
 * benchmarking, multicast, reserved …), and every form in which IPv6 carries an IPv4 address, since that may be private:
 * mapped, compatible, translated (NAT64), 6to4, Teredo.
 */
export function isPublicAddress(text: string): boolean | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST)
}

const MAX_BYTES = 65_536
/** Resource records by type (RFC 1035 section 3.2.2, RFC 3596); others, as CNAME, only lead to them. */
const TYPES = { A: 1, AAAA: 28 } as const
const NO_ERROR = 0
const NAME_ERROR = 3

/** The JSON form of DNS over HTTPS, as public resolvers serve it. */
const Reply = z.object({
  Status: z.int(),
  TC: z.boolean().optional(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
})

/**
 * Looks a name up by DNS over HTTPS (RFC 8484, in `application/dns-json`), and throws Unread where it has no address or
 * any of its addresses is not public: `refused`. Where one of both look-ups is not answered in full, nothing is known:
 * `unreachable`. The resolver follows CNAME records itself.
 */
export async function requirePublicName(name: string, dnsUrl: string, signal: AbortSignal): Promise<void> {
  const found = await Promise.all([lookUp(name, 'A', dnsUrl, signal), lookUp(name, 'AAAA', dnsUrl, signal)])
  const addresses = found.flat()
  if (addresses.length === 0) throw new Unread('refused', 'the host name has no address')
  const areOnlyPublic = addresses.map(isPublicAddress)
  if (areOnlyPublic.includes(undefined)) throw unknown()
  if (areOnlyPublic.includes(false)) throw new Unread('refused', 'the host name has an address that is not public')
}

async function lookUp(name: string, type: keyof typeof TYPES, dnsUrl: string, signal: AbortSignal): Promise<string[]> {
  const url = new URL(dnsUrl)
  url.searchParams.set('name', name)
  url.searchParams.set('type', type)
  const reply = await ask(url, signal)
  if (reply.Status === NAME_ERROR) return []
  // Of a truncated answer the missing part could be the private one.
  if (reply.Status !== NO_ERROR || reply.TC === true) throw unknown()
  return (reply.Answer ?? []).filter((record) => record.type === TYPES[type]).map(({ data }) => data)
}

async function ask(url: URL, signal: AbortSignal): Promise<z.output<typeof Reply>> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/dns-json' }, redirect: 'manual', signal })
    const bytes = await readBody(response, MAX_BYTES, signal)
    if (response.status !== 200) throw new Error(`answered ${response.status}`)
    return Reply.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    const reason = error instanceof Error ? error.name : typeof error
    if (!signal.aborted) log('warn', 'outside_resolver_unavailable', { reason })
    throw unknown()
  }
}

const unknown = (): Unread => new Unread('unreachable', 'the host name could not be looked up', { isOurs: true })
