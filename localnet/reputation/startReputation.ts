import type { Service } from '../Service.ts'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Address } from 'viem'
import { listen } from '../listen.ts'
import { localProfiles } from '../seed.ts'
import { isUserkey, levelOf, MOST_SCORE, ScoreBook } from './ScoreBook.ts'

/** A request that it was sent. */
export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  /** Keys that scores were asked of. */
  readonly userkeys: readonly string[]
}

export interface Reputation extends Service {
  readonly scores: ScoreBook
  readonly asked: Asked[]
  /** Answers in place of the provider, to simulate a broken, busy or silent one; false for what it answers itself. */
  respond: ((response: ServerResponse, asked: Asked) => boolean) | undefined
  /** How the feed is ordered: the published description does not say. */
  newestFirst: boolean
}

interface Given {
  readonly status: number
  readonly body: unknown
}

const BASE = '/api/v2'
const MOST_UPDATES = 1000
const MOST_USERKEYS = 500

/**
 * Stands in for the reputation provider: `GET score/updates` and `POST score/userkeys` of version 2 of its API, for
 * clients that say who they are (X-Ethos-Client) and send its key. For developers also `PUT score` with a userkey and a
 * score. The people of the local world have scores.
 */
export async function startReputation({ wallet }: { wallet?: Address | undefined } = {}): Promise<Reputation> {
  const apiKey = randomBytes(24).toString('hex')
  const scores = new ScoreBook()
  for (const [i, userkey] of localKeys(wallet).entries()) scores.set(userkey, 1200 + 137 * i)

  async function answer(request: IncomingMessage, asked: Asked, sent: unknown): Promise<Given> {
    const of = (method: string, path: string) => request.method === method && asked.path === `${BASE}${path}`
    if (of('PUT', '/score')) return put(scores, sent)
    if (!request.headers['x-ethos-client']) return { status: 400, body: { message: 'X-Ethos-Client is required' } }
    if (request.headers['x-ethos-api-key'] !== apiKey) return { status: 401, body: { message: 'no such key' } }
    if (of('GET', '/score/updates')) return updates(scores, asked.query, reputation.newestFirst)
    if (of('POST', '/score/userkeys')) return scoresOf(scores, asked.userkeys)
    return { status: 404, body: { message: 'not found' } }
  }

  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const sent = parse(body)
      const asked = { path: url.pathname, query: url.searchParams, userkeys: userkeysIn(sent) }
      reputation.asked.push(asked)
      if (reputation.respond?.(response, asked)) return
      const given = await answer(request, asked, sent)
      response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body))
    })
  })
  const { url, stop } = await listen(server)
  const reputation: Reputation = {
    url,
    variables: { REPUTATION_API_URL: `${url}${BASE}`, REPUTATION_API_KEY: apiKey },
    scores,
    asked: [],
    respond: undefined,
    newestFirst: false,
    stop,
  }
  return reputation
}

function updates(scores: ScoreBook, query: URLSearchParams, newestFirst: boolean): Given {
  const [after, until] = [query.get('after'), query.get('until')].map((time) =>
    time === null ? NaN : Date.parse(time),
  )
  const [limit, offset] = [query.get('limit') ?? 50, query.get('offset') ?? 0].map(Number)
  if (after === undefined || !Number.isFinite(after) || limit === undefined || offset === undefined)
    return { status: 400, body: { message: 'after must be a time' } }
  if (!(limit >= 0 && limit <= MOST_UPDATES)) return { status: 400, body: { message: 'limit must be at most 1000' } }
  const found = scores.changedBetween(after, until !== undefined && Number.isFinite(until) ? until : Infinity)
  const values = (newestFirst ? found.toReversed() : found).slice(offset, offset + limit)
  return { status: 200, body: { values, total: found.length, limit, offset } }
}

function scoresOf(scores: ScoreBook, userkeys: readonly string[]): Given {
  if (userkeys.length === 0 || userkeys.length > MOST_USERKEYS || !userkeys.every(isUserkey))
    return { status: 400, body: { message: 'userkeys must be 1 to 500 userkeys' } }
  const entries = userkeys.map((userkey) => {
    const score = scores.get(userkey)
    return [userkey, score === null ? null : { score, level: levelOf(score) }]
  })
  return { status: 200, body: Object.fromEntries(entries) }
}

function put(scores: ScoreBook, sent: unknown): Given {
  const { userkey, score } = Object(sent)
  const isScore = score === null || (Number.isInteger(score) && score >= 0 && score <= MOST_SCORE)
  if (typeof userkey !== 'string' || !isUserkey(userkey) || !isScore)
    return { status: 400, body: { message: 'send userkey, and score: 0 to 2800 or null' } }
  scores.set(userkey, score)
  return { status: 200, body: { userkey, score } }
}

/** Keys of some of the local people; the others are unknown to it. */
const localKeys = (wallet: Address | undefined): string[] =>
  (wallet ? localProfiles(wallet) : [])
    .slice(0, 3)
    .flatMap(({ wallets, linked = [] }) => [
      ...wallets.map(({ address }) => `address:${address.toLowerCase()}`),
      ...linked.flatMap(({ kind, id }) => (kind === 'social' ? [`service:x.com:${id}`] : [])),
    ])

function userkeysIn(sent: unknown): string[] {
  const { userkeys } = Object(sent)
  return Array.isArray(userkeys) ? userkeys.filter((key): key is string => typeof key === 'string') : []
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
