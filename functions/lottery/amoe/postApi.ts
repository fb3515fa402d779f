import * as z from 'zod'
import type { Post } from './postRules.ts'
import { askJsonOrNull } from '../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { withCodes } from '../../../shared/provider/withCodes.ts'

export interface PostApi {
  /** Null if there is no such public post. Throws post_verification_unavailable. */
  find(id: string): Promise<Post | null>
}

const TIMEOUT_MS = 8000

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
  return { find: (id) => withCodes({ failed: 'post_verification_unavailable' }, () => find(url, token, id)) }
}

async function find(url: string, bearer: string, id: string): Promise<Post | null> {
  const path = `/tweets/${id}?tweet.fields=author_id,created_at,entities,note_tweet`
  const answer = await askJsonOrNull(
    { provider: 'socialPlatform', url, path, bearer, timeoutMs: TIMEOUT_MS },
    PostAnswer,
  )
  if (answer === null) return null
  const { data, errors } = answer
  if (!data) {
    if (errors?.some(({ type }) => type !== undefined && ABSENT.test(type))) return null
    throw new ProviderFailure('failed', 'the answer has neither a post nor a reason')
  }
  const urls = [data.entities, data.note_tweet?.entities].flatMap((links) => links?.urls ?? [])
  return {
    id: data.id,
    text: data.note_tweet?.text ?? data.text,
    authorId: data.author_id,
    createdAt: new Date(data.created_at),
    urls: urls.flatMap((link) => link.expanded_url ?? []),
  }
}
