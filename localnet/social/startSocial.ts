import { randomBytes } from 'node:crypto'
import { text as textOf } from 'node:stream/consumers'
import { type Call, parseJson, Refusal, Reply, serveJson, type Service } from '../standIn.ts'

interface Post {
  readonly id: string
  readonly authorId: string
  readonly text: string
  readonly createdAt: Date
}

export interface Social extends Service {
  /** Adds a post, made at any time; returns its id. */
  publish(post: Omit<Post, 'id' | 'createdAt'> & { readonly createdAt?: Date }): string
  /** Simulates an outage until the next call: answers with a status, or not at all. */
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

  async function answer({ request, url, route }: Call): Promise<unknown> {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (route === 'POST /2/tweets') {
      const authorId = /^user-(\d+)$/.exec(bearer)?.[1]
      if (authorId === undefined) throw new Refusal(401, '', 'Unauthorized')
      const { text } = Object(parseJson(await textOf(request)))
      if (typeof text !== 'string' || text.length === 0 || text.length > MOST_CHARACTERS)
        throw new Refusal(400, '', 'Invalid Request')
      return new Reply(201, { data: { id: publish({ authorId, text }), text } })
    }
    const id = /^GET \/2\/tweets\/([^/]+)$/.exec(route)?.[1]
    if (id === undefined) throw new Refusal(404, '', 'Not Found')
    if (bearer !== token) throw new Refusal(401, '', 'Unauthorized')
    lookups++
    if (failing === 'silence') return undefined
    if (failing !== undefined) throw new Refusal(failing, '', 'Service Unavailable')
    if (!/^\d{1,19}$/.test(id)) throw new Refusal(400, '', 'Invalid Request')
    const post = posts.get(id)
    return post ? { data: fieldsOf(post, url.searchParams) } : { errors: [notFound(id)] }
  }

  const { url, stop } = await serveJson(answer, {
    describe: ({ status, message: title }) => ({ title, status, type: 'about:blank', detail: title }),
  })
  return {
    url,
    variables: { SOCIAL_API_URL: `${url}/2`, SOCIAL_API_TOKEN: token },
    publish,
    fail: (how) => void (failing = how),
    lookups: () => lookups,
    stop,
  }
}

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
