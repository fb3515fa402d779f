import * as z from 'zod'
import { log } from '../log/log.ts'
import { isPublicAddress } from './checkUrl.ts'
import { readBody } from './readBody.ts'
import { Unread } from './ReadOutside.ts'

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
