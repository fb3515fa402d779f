import * as z from 'zod'
import type { Post } from './postRules.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { logError } from '../../../shared/log/logError.ts'

export interface PostApi {
  /** Null if there is no such public post. Throws post_verification_unavailable. */
  find(id: string): Promise<Post | null>
}

const TIMEOUT_MS = 8000
const MOST_CHARACTERS = 262_144

const Links = z.object({ urls: z.array(z.object({ expanded_url: z.string().optional() })).optional() })
const PostAnswer = z.object({
  data: z
    .object({
      id: z.string(),
      text: z.string(),
      author_id: z.string(),
      created_at: z.iso.datetime(),
      entities: Links.optional(),
      // Only this field has the full text of posts over 280 characters.
      note_tweet: z.object({ text: z.string(), entities: Links.optional() }).optional(),
    })
    .optional(),
  errors: z.array(z.object({ type: z.string().optional() })).optional(),
})

/**
 * The platform's errors for a post that does not exist, or is not public
 * (https://docs.x.com/x-api/fundamentals/response-codes-and-errors).
 */
const ABSENT = /\/problems\/(resource-not-found|not-authorized-for-resource)$/

/** The look-up of posts by id in API v2 of the platform, whose base URL is `url`; undefined without a token. */
export function createPostApi(url: string, token: string | undefined): PostApi | undefined {
  if (token === undefined) return undefined
  return {
    async find(id) {
      const answer = await lookUp(`${new URL(url).href.replace(/\/$/, '')}/tweets/${id}`, token)
      if (answer === null) return null
      const { data, errors } = answer
      if (!data) {
        if (errors?.some(({ type }) => type !== undefined && ABSENT.test(type))) return null
        throw new ApiError('post_verification_unavailable')
      }
      const urls = [data.entities, data.note_tweet?.entities].flatMap((links) => links?.urls ?? [])
      return {
        id: data.id,
        text: data.note_tweet?.text ?? data.text,
        authorId: data.author_id,
        createdAt: new Date(data.created_at),
        urls: urls.flatMap((link) => link.expanded_url ?? []),
      }
    },
  }
}

async function lookUp(url: string, token: string): Promise<z.output<typeof PostAnswer> | null> {
  try {
    const response = await fetch(`${url}?tweet.fields=author_id,created_at,entities,note_tweet`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 404) {
      await response.body?.cancel()
      return null
    }
    const text = await response.text()
    if (response.status !== 200 || text.length > MOST_CHARACTERS) throw new Error(`status ${response.status}`)
    return PostAnswer.parse(JSON.parse(text))
  } catch (error) {
    logError('warn', 'post_verification_unavailable', error)
    throw new ApiError('post_verification_unavailable')
  }
}
