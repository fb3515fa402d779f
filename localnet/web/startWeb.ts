import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { CID } from 'multiformats/cid'
import { code } from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { listen, type Service } from '../standIn.ts'
import {
  agentPages,
  type AgentWorld,
  HOSTILE,
  hostileNames,
  hostilePages,
  type Page,
  PICTURE,
  PICTURE_URL,
} from './pages.ts'
import { type Addresses, answerDns, Names } from './dns.ts'

/** A request that reached a site. */
export interface Visit {
  readonly url: string
  readonly headers: Readonly<IncomingMessage['headers']>
  /** Whether its connection has ended before its answer has. */
  readonly isCutOff: () => boolean
  /** Bytes that its connection has taken since. */
  readonly sent: () => number
}

/** A status in place of an answer, no answer, or an answer that makes no sense. */
export type Outage = number | 'silence' | 'garbage'

export interface Web extends Service {
  /** Puts a page at an https or http URL; its host has an address from then on. */
  put(url: string, page: Page): void
  remove(url: string): void
  /** Puts a document on IPFS; returns its `ipfs://` URI. */
  pin(document: string): Promise<string>
  /** From now on successive look-ups of a host find these addresses; the last ones stay. */
  resolveTo(host: string, ...lookups: readonly Addresses[]): void
  /** The address of a host. */
  addressOf(host: string): string
  /** The sites of the agents of a local world are there from now on. */
  serveAgents(world: AgentWorld): void
  /** Simulates outages until the next call. */
  fail(what: { readonly dns?: Outage; readonly egress?: Outage }): void
  /** The latest names that were looked up, each with its type, and the latest requests to sites. */
  readonly lookups: readonly string[]
  readonly visits: readonly Visit[]
}

const IPFS = 'https://ipfs.example'
const ARWEAVE = 'https://arweave.example'
/** Named to sites alone; a site cannot set it. */
const RESULT = 'x-egress-result'
const REMEMBERED = 1000

/**
 * Stands in for the public web: DNS over HTTPS at `/dns-query`, and at `/egress` a gateway that looks a host up itself and
 * connects to the address it finds, if a site of its own table is there, and nowhere else. Sites are kept by URL.
 */
export async function startWeb(world?: AgentWorld): Promise<Web> {
  const names = new Names()
  const pages = new Map<string, Page>()
  const lookups: string[] = []
  const visits: Visit[] = []
  let failing: Parameters<Web['fail']>[0] = {}

  const put: Web['put'] = (url, page) => {
    const { hostname, href } = new URL(url)
    names.give(hostname)
    pages.set(href, page)
  }
  const serveAgents: Web['serveAgents'] = (given) => {
    for (const [url, page] of Object.entries(agentPages(given))) put(url, page)
  }

  function dns(url: URL, response: ServerResponse): void {
    remember(lookups, `${url.searchParams.get('name')} ${url.searchParams.get('type')}`)
    const { status, body } = answerDns(names, url.searchParams)
    response.writeHead(status, { 'content-type': 'application/dns-json' }).end(JSON.stringify(body))
  }

  function egress({ method, headers }: IncomingMessage, response: ServerResponse): void {
    const target = String(headers['x-egress-target'] ?? '')
    if (method !== 'GET' || !/^https?:/.test(target) || !URL.canParse(target))
      return void response.writeHead(400).end('x-egress-target must be an http or https URL')
    const url = new URL(target)
    // Looked up here, and connected to just this address: what was found before does not count.
    const [address] = names.lookUp(url.hostname) ?? []
    if (address === undefined) return void response.writeHead(502, { [RESULT]: 'unreachable' }).end()
    if (!names.has(address)) return void response.writeHead(403, { [RESULT]: 'refused' }).end()
    remember(visits, watch(url, headers, response))
    visit(pages.get(url.href), url, response)
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const isDns = url.pathname === '/dns-query'
    if (!isDns && url.pathname !== '/egress') return void response.writeHead(404).end()
    const outage = isDns ? failing.dns : failing.egress
    if (outage === 'silence') return
    if (outage === 'garbage') return void response.writeHead(200).end('<p>Please sign in to this network.')
    if (outage !== undefined) return void response.writeHead(outage).end()
    return isDns ? dns(url, response) : egress(request, response)
  })

  for (const [path, page] of Object.entries(hostilePages)) put(HOSTILE + path, page)
  for (const [host, addresses] of Object.entries(hostileNames)) names.answer(host, [addresses])
  names.give(new URL(IPFS).hostname)
  names.give(new URL(ARWEAVE).hostname)
  put('https://rebinding.example/', { body: 'rebound' })
  put(PICTURE_URL, { headers: { 'content-type': 'image/png' }, body: PICTURE })
  if (world) serveAgents(world)
  const { url, stop } = await listen(server)
  return {
    url,
    variables: {
      DNS_URL: `${url}/dns-query`,
      EGRESS_PROXY_URL: `${url}/egress`,
      IPFS_GATEWAY_URL: IPFS,
      ARWEAVE_GATEWAY_URL: ARWEAVE,
    },
    put,
    remove: (given) => void pages.delete(new URL(given).href),
    async pin(document) {
      const bytes = new TextEncoder().encode(document)
      const cid = CID.createV1(code, await sha256.digest(bytes)).toString()
      put(`${IPFS}/ipfs/${cid}`, { headers: { 'content-type': 'application/json' }, body: bytes })
      return `ipfs://${cid}`
    },
    resolveTo: (host, ...answers) => names.answer(host, answers),
    addressOf: (host) => names.give(host),
    serveAgents,
    fail: (what) => void (failing = what),
    lookups,
    visits,
    stop,
  }
}

/** A site's own answer, which the gateway passes on. */
function visit(page: Page | undefined, url: URL, response: ServerResponse): void {
  const { status, headers, body }: Exclude<Page, (...given: never) => void> =
    typeof page === 'function' ? {} : (page ?? { status: 404, body: 'not found' })
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
  response.setHeader(RESULT, 'answered')
  if (typeof page === 'function') return page(response, url)
  response.writeHead(status ?? 200).end(body ?? '')
}

function watch({ href: url }: URL, headers: Visit['headers'], response: ServerResponse): Visit {
  const { socket } = response
  const before = socket?.bytesWritten ?? 0
  let isCutOff = false
  response.once('close', () => (isCutOff = !response.writableFinished))
  return { url, headers, isCutOff: () => isCutOff, sent: () => (socket?.bytesWritten ?? before) - before }
}

function remember<T>(list: T[], item: T): void {
  list.push(item)
  if (list.length > REMEMBERED) list.shift()
}
