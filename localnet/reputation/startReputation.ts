import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Address } from 'viem'
import { localProfiles } from '../seed.ts'
import { type Call, parseJson, Refusal, serveJson, type Service } from '../standIn.ts'
import { isUserkey, levelOf, MOST_SCORE, ScoreBook } from './ScoreBook.ts'

export interface ReputationRequest {
  readonly path: string
  readonly query: URLSearchParams
  /** Keys of the requested scores. */
  readonly userkeys: readonly string[]
}

export interface Reputation extends Service {
  readonly scores: ScoreBook
  readonly requests: ReputationRequest[]
  /** Answers in place of the provider, to simulate a broken, busy or silent one; false lets the provider answer. */
  respond: ((response: ServerResponse, request: ReputationRequest) => boolean) | undefined
  /** The order of the feed, which the published description leaves open. */
  newestFirst: boolean
}

const BASE = '/api/v2'
const MOST_UPDATES = 1000
const MOST_USERKEYS = 500

/**
 * Stands in for the reputation provider: `GET score/updates` and `POST score/userkeys` of version 2 of its API, for
 * clients that name themselves (X-Ethos-Client) and send its key. For developers also `PUT score` with a userkey and a
 * score. The people of the local world have scores.
 */
export async function startReputation({ wallet }: { wallet?: Address | undefined } = {}): Promise<Reputation> {
  const apiKey = randomBytes(24).toString('hex')
  const scores = new ScoreBook()
  for (const [i, userkey] of localKeys(wallet).entries()) scores.set(userkey, 1200 + 137 * i)

  async function answer({ request: { headers, method }, request, response, url }: Call): Promise<unknown> {
    const sent = parseJson(await text(request))
    const received = { path: url.pathname, query: url.searchParams, userkeys: userkeysIn(sent) }
    reputation.requests.push(received)
    if (reputation.respond?.(response, received)) return undefined
    const route = `${method} ${received.path.replace(BASE, '')}`
    if (route === 'PUT /score') return put(scores, sent)
    if (!headers['x-ethos-client']) throw invalid('X-Ethos-Client is required')
    if (headers['x-ethos-api-key'] !== apiKey) throw new Refusal(401, 'unauthorized', 'no such key')
    if (route === 'GET /score/updates') return updates(scores, received.query, reputation.newestFirst)
    if (route === 'POST /score/userkeys') return scoresOf(scores, received.userkeys)
    throw new Refusal(404, 'not_found', 'not found')
  }

  const { url, stop } = await serveJson(answer, { describe: ({ message }) => ({ message }) })
  const reputation: Reputation = {
    url,
    variables: { REPUTATION_API_URL: `${url}${BASE}`, REPUTATION_API_KEY: apiKey },
    scores,
    requests: [],
    respond: undefined,
    newestFirst: false,
    stop,
  }
  return reputation
}

const invalid = (message: string) => new Refusal(400, 'invalid', message)

function updates(scores: ScoreBook, query: URLSearchParams, newestFirst: boolean) {
  const [after, until] = [query.get('after'), query.get('until')].map((time) =>
    time === null ? NaN : Date.parse(time),
  )
  const [limit, offset] = [query.get('limit') ?? 50, query.get('offset') ?? 0].map(Number)
  if (after === undefined || !Number.isFinite(after) || limit === undefined || offset === undefined)
    throw invalid('after must be a time')
  if (!(limit >= 0 && limit <= MOST_UPDATES)) throw invalid('limit must be at most 1000')
  const found = scores.changedBetween(after, until !== undefined && Number.isFinite(until) ? until : Infinity)
  const values = (newestFirst ? found.toReversed() : found).slice(offset, offset + limit)
  return { values, total: found.length, limit, offset }
}

function scoresOf(scores: ScoreBook, userkeys: readonly string[]) {
  if (userkeys.length === 0 || userkeys.length > MOST_USERKEYS || !userkeys.every(isUserkey))
    throw invalid('userkeys must be 1 to 500 userkeys')
  const entries = userkeys.map((userkey) => {
    const score = scores.get(userkey)
    return [userkey, score === null ? null : { score, level: levelOf(score) }]
  })
  return Object.fromEntries(entries)
}

function put(scores: ScoreBook, sent: unknown) {
  const { userkey, score } = Object(sent)
  const isScore = score === null || (Number.isInteger(score) && score >= 0 && score <= MOST_SCORE)
  if (typeof userkey !== 'string' || !isUserkey(userkey) || !isScore)
    throw invalid('send userkey, and score: 0 to 2800 or null')
  scores.set(userkey, score)
  return { userkey, score }
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
