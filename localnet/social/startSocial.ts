import type { Service } from '../Service.ts'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '../listen.ts'

/** A post as its author wrote it. */
interface Post {
  readonly id: string
  readonly authorId: string
  readonly text: string
  readonly createdAt: Date
}

export interface Social extends Service {
  /** Adds a post, made at any time; returns its id. */
  publish(post: Omit<Post, 'id' | 'createdAt'> & { readonly createdAt?: Date }): string
  /** Simulates an outage until told otherwise: answers with a status, or not at all. */
  fail(how: number | 'silence' | undefined): void
  /** How many posts were looked up. */
  lookups(): number
}

const PROBLEMS = 'https://api.twitter.com/2/problems'
const MOST_CHARACTERS = 280
/** Snowflake ids count milliseconds from here, above 22 bits (https://docs.x.com/fundamentals/x-ids). */
const EPOCH_MS = 1_288_834_974_657n

/**
 * Stands in for the social platform's API v2: looking up a post (`GET /2/tweets/:id`) with the application's token, and
 * for developers creating one (`POST /2/tweets` with the token `user-<id>`). Fields are returned as `tweet.fields`
 * requests.
 */
export async function startSocial(): Promise<Social> {
  const token = randomBytes(24).toString('hex')
  const posts = new Map<string, Post>()
  let failing: number | 'silence' | undefined
  let lookups = 0
  let sequence = 0n

  const publish: Social['publish'] = ({ authorId, text, createdAt = new Date() }) => {
    const id = String(((BigInt(createdAt.getTime()) - EPOCH_MS) << 22n) | (sequence++ % 4096n))
    posts.set(id, { id, authorId, text, createdAt })
    return id
  }

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (request.method === 'POST' && url.pathname === '/2/tweets') {
      const authorId = /^user-(\d+)$/.exec(bearer)?.[1]
      if (authorId === undefined) return problem(401, 'Unauthorized')
      const text = textOf(await bodyOf(request))
      if (text === undefined || text.length === 0 || text.length > MOST_CHARACTERS)
        return problem(400, 'Invalid Request')
      return { status: 201, body: { data: { id: publish({ authorId, text }), text } } }
    }
    const id = /^\/2\/tweets\/([^/]+)$/.exec(url.pathname)?.[1]
    if (request.method !== 'GET' || id === undefined) return problem(404, 'Not Found')
    if (bearer !== token) return problem(401, 'Unauthorized')
    lookups++
    if (typeof failing === 'number') return problem(failing, 'Service Unavailable')
    if (!/^\d{1,19}$/.test(id)) return problem(400, 'Invalid Request')
    const post = posts.get(id)
    return { status: 200, body: post ? { data: fieldsOf(post, url.searchParams) } : { errors: [notFound(id)] } }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      if (failing === 'silence') return
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    })
  })
  const { url, stop } = await listen(server)
  return {
    url,
    variables: { SOCIAL_API_URL: `${url}/2`, SOCIAL_API_TOKEN: token },
    publish,
    fail: (how) => void (failing = how),
    lookups: () => lookups,
    stop,
  }
}

const problem = (status: number, title: string) => ({
  status,
  body: { title, status, type: 'about:blank', detail: title },
})

const notFound = (id: string) => ({
  value: id,
  resource_id: id,
  resource_type: 'tweet',
  parameter: 'id',
  title: 'Not Found Error',
  type: `${PROBLEMS}/resource-not-found`,
})

function fieldsOf({ id, text, authorId, createdAt }: Post, search: URLSearchParams): Record<string, unknown> {
  const wanted = new Set((search.get('tweet.fields') ?? '').split(','))
  const urls = text.match(/https?:\/\/\S+/g) ?? []
  // The platform replaces links in the text with its short links and lists the real ones separately.
  const shortened = urls.reduce((all, link, i) => all.replace(link, `https://t.co/${id.slice(-6)}${i}`), text)
  return {
    id,
    text: shortened,
    ...(wanted.has('author_id') ? { author_id: authorId } : {}),
    ...(wanted.has('created_at') ? { created_at: createdAt.toISOString() } : {}),
    ...(wanted.has('entities') && urls.length > 0
      ? { entities: { urls: urls.map((link) => ({ expanded_url: link })) } }
      : {}),
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(body: unknown): string | undefined {
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'text') : undefined
  return typeof text === 'string' ? text : undefined
}
