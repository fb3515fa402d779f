import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Call, Refusal, Reply, serveJson, type Service } from '../standIn.ts'
import { answerExplorer, answerPortfolio, answerSocialGraph } from './answerProviders.ts'
import { answerRpc } from './answerRpc.ts'
import { KnownWallets } from './KnownWallets.ts'

export const PROVIDERS = ['explorer', 'transfers', 'labels', 'portfolio', 'social', 'ens', 'basename'] as const
export type Provider = (typeof PROVIDERS)[number]

/**
 * A fault of a provider: a status; no answer; an answer that is not JSON, has no end, or is this value; `throttle`: this many
 * requests are answered with a rate limit.
 */
export type Fault =
  number | 'silence' | 'garbage' | 'endless' | { readonly json: unknown } | { readonly throttle: number }

export interface IntelligenceService extends Service {
  readonly known: KnownWallets
  /** From now on; undefined ends it. */
  fail(provider: Provider, fault: Fault | undefined): void
  /** Provider, path and query of each request; a batch is one. */
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

  async function answer({ request, response, url }: Call): Promise<unknown> {
    const provider = PROVIDERS.find((name) => url.pathname.startsWith(`/${name}`))
    if (!provider) return refuse(404)
    requests.push(`${provider} ${url.pathname}${url.search.replace(key, '')}`)
    const how = faults.get(provider)
    if (how !== undefined && !(typeof how === 'object' && 'throttle' in how && how.throttle === 0))
      return fault(provider, how, response)
    const { headers } = request
    const path = url.pathname.slice(provider.length + 1)
    if (provider === 'explorer') return answerExplorer(known, url.searchParams, key)
    if (provider === 'labels') return headers['api-key'] === key ? labelOf(path) : refuse(401)
    if (provider === 'portfolio') {
      const user = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
      return user === `${key}:` ? (answerPortfolio(known, path, url.searchParams) ?? refuse(404)) : refuse(401)
    }
    const body = await json(request).catch(() => refuse(400))
    if (provider === 'social') return headers['x-lens-app'] === key ? answerSocialGraph(known, body) : refuse(401)
    return answerRpc(known, provider === 'transfers' ? Number(path.slice(1)) : provider === 'ens' ? 1 : 8453, body)
  }

  function labelOf(path: string): unknown {
    const address = /^\/intelligence\/address\/(0x[0-9a-fA-F]{40})$/.exec(path)?.[1]
    if (address === undefined) return refuse(404)
    const entity = known.entities.get(address)
    const chain = 'ethereum'
    if (!entity) return { address, chain, isUserAddress: false, contract: false }
    const label = entity.label === undefined ? {} : { arkhamLabel: { name: entity.label, address, chainType: 'evm' } }
    const arkhamEntity = { name: entity.name, note: '', id: entity.name.toLowerCase(), type: entity.type }
    return { address, chain, arkhamEntity, ...label, isUserAddress: false, contract: false }
  }

  function fault(provider: Provider, how: Fault, response: ServerResponse): unknown {
    if (how === 'silence') return undefined
    if (typeof how === 'number') return refuse(how)
    if (how === 'garbage') return new Reply(200, Buffer.from('<p>Please sign in to this network.'))
    if (how === 'endless') return pour(response)
    if ('json' in how) return how.json
    if (how.throttle > 0) faults.set(provider, { throttle: how.throttle - 1 })
    return provider === 'explorer'
      ? { status: '0', message: 'NOTOK', result: 'Max calls per sec rate limit reached (2/sec)' }
      : new Reply(429, {}, { 'retry-after': '1' })
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

  const { url, stop } = await serveJson(answer)
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

function refuse(status: number): never {
  throw new Refusal(status, 'unavailable', 'unavailable')
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
