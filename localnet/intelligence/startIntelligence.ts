import type { Service } from '../Service.ts'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'
import { answerExplorer } from './answerExplorer.ts'
import { answerPortfolio } from './answerPortfolio.ts'
import { answerRpc } from './answerRpc.ts'
import { answerSocialGraph } from './answerSocialGraph.ts'
import { KnownWallets } from './KnownWallets.ts'

export const PROVIDERS = ['explorer', 'transfers', 'labels', 'portfolio', 'social', 'ens', 'basename'] as const
export type Provider = (typeof PROVIDERS)[number]

/**
 * How a provider fails: a status; no answer; an answer that is not JSON, has no end, or is this very value; `throttle`: as
 * many requests are told to come later, in its own way.
 */
export type Fault =
  number | 'silence' | 'garbage' | 'endless' | { readonly json: unknown } | { readonly throttle: number }

export interface IntelligenceService extends Service {
  readonly known: KnownWallets
  /** From now on; undefined ends it. */
  fail(provider: Provider, fault: Fault | undefined): void
  /** Requests so far, `provider what`; a batch is one. */
  readonly requests: string[]
  /** Bytes sent of answers without end. */
  sent(): number
}

const TRANSFERS_CHAINS = [1, 8453]

/** Stands in for providers that know something about wallets, each under a path of its own. */
export async function startIntelligence(): Promise<IntelligenceService> {
  const known = new KnownWallets()
  seed(known)
  const key = randomBytes(24).toString('hex')
  const faults = new Map<Provider, Fault>()
  const requests: string[] = []
  let sent = 0

  async function answer(provider: Provider, url: URL, request: IncomingMessage): Promise<unknown> {
    const { headers } = request
    const path = url.pathname.slice(provider.length + 1)
    if (provider === 'explorer') return answerExplorer(known, url.searchParams, key)
    if (provider === 'labels') return headers['api-key'] === key ? labelOf(path) : 401
    if (provider === 'portfolio') {
      const user = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
      return user === `${key}:` ? (answerPortfolio(known, path, url.searchParams) ?? 404) : 401
    }
    const body: unknown = JSON.parse(await textOf(request))
    if (provider === 'social') return headers['x-lens-app'] === key ? answerSocialGraph(known, body) : 401
    return answerRpc(known, provider === 'transfers' ? Number(path.slice(1)) : provider === 'ens' ? 1 : 8453, body)
  }

  function labelOf(path: string): unknown {
    const address = /^\/intelligence\/address\/(0x[0-9a-fA-F]{40})$/.exec(path)?.[1]
    if (address === undefined) return 404
    const entity = known.entities.get(address)
    const chain = 'ethereum'
    if (!entity) return { address, chain, isUserAddress: false, contract: false }
    const label = entity.label === undefined ? {} : { arkhamLabel: { name: entity.label, address, chainType: 'evm' } }
    const arkhamEntity = { name: entity.name, note: '', id: entity.name.toLowerCase(), type: entity.type }
    return { address, chain, arkhamEntity, ...label, isUserAddress: false, contract: false }
  }

  function fault(provider: Provider, how: Fault, response: ServerResponse): void {
    if (how === 'silence') return
    if (typeof how === 'number') return void response.writeHead(how).end('{"error":"unavailable"}')
    if (how === 'garbage') return void response.writeHead(200).end('<p>Please sign in to this network.')
    if (how === 'endless') return pour(response)
    if ('json' in how) return void json(response, how.json)
    if (how.throttle > 0) faults.set(provider, { throttle: how.throttle - 1 })
    const told = { status: '0', message: 'NOTOK', result: 'Max calls per sec rate limit reached (2/sec)' }
    if (provider === 'explorer') json(response, told)
    else response.writeHead(429, { 'retry-after': '1' }).end()
  }

  function pour(response: ServerResponse): void {
    const chunk = Buffer.alloc(65_536, ' ')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data":"')
    const more = () => {
      while (!response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
    }
    more()
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const provider = PROVIDERS.find((name) => url.pathname.startsWith(`/${name}`))
    if (!provider) return void response.writeHead(404).end()
    requests.push(`${provider} ${url.pathname}${url.search.replace(key, '')}`)
    const how = faults.get(provider)
    if (how !== undefined && !(typeof how === 'object' && 'throttle' in how && how.throttle === 0))
      return fault(provider, how, response)
    answer(provider, url, request).then(
      (value) => (typeof value === 'number' ? response.writeHead(value).end() : json(response, value)),
      () => response.writeHead(400).end(),
    )
  })
  const { url, stop } = await listen(server)
  return {
    url,
    variables: {
      EXPLORER_API_URL: `${url}/explorer/v2/api`,
      EXPLORER_KEY: key,
      TRANSFERS_RPC_URLS: TRANSFERS_CHAINS.map((id) => `${id}=${url}/transfers/${id}`).join(),
      LABELS_API_URL: `${url}/labels`,
      LABELS_KEY: key,
      PORTFOLIO_API_URL: `${url}/portfolio/v1`,
      PORTFOLIO_KEY: key,
      SOCIAL_GRAPH_URL: `${url}/social/graphql`,
      SOCIAL_GRAPH_KEY: key,
      ENS_RPC_URL: `${url}/ens`,
      BASENAME_RPC_URL: `${url}/basename`,
    },
    known,
    fail: (provider, how) => void (how === undefined ? faults.delete(provider) : faults.set(provider, how)),
    requests,
    sent: () => sent,
    stop,
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Three of the accounts of every development node: the first was funded by the second, that by the third, that by an exchange. */
function seed(known: KnownWallets): void {
  const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  known.fund(first, second, { blockNumber: 3000 })
  known.fund(second, third, { blockNumber: 2000 })
  known.fund(third, '0xA9D1e08C7793af67e9d92fe308d5697FB81d3E43', { blockNumber: 1000 })
  known.ens.set(first, { name: 'developer.eth', owner: first, texts: { description: 'A local world' } })
  known.holdings.set(first, [{ symbol: 'ETH', chain: 'base', value: 4500.5 }])
  const movement = { chain: 'base', type: 'receive', symbol: 'ETH', direction: 'in', other: second } as const
  known.movements.set(first, [{ ...movement, hash: `0x${'5c'.repeat(32)}`, timestamp: 1_780_000_000 }])
}
