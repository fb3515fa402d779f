import { ApiError } from '../../../shared/errors/ApiError.ts'
import { utcDay } from '../../../shared/domain/lottery/amoe/credits.ts'

/** A post as its platform reports it. */
export interface Post {
  readonly id: string
  readonly text: string
  readonly authorId: string
  readonly createdAt: Date
  /** Full links, if the text has them shortened. */
  readonly urls: readonly string[]
}

const ID = /^[0-9]{8,32}$/
const HOSTS = new Set(['x.com', 'www.x.com', 'twitter.com', 'www.twitter.com'])
/** A qualifying post has these phrases, in any case, with any white space between the words. */
const PHRASES = ['alternative method of entry', 'no purchase necessary'] as const

/** The id of a post from its id or its URL. Throws invalid_post_reference. */
export function readPostId({ postId, postUrl }: { postId?: string | undefined; postUrl?: string | undefined }): string {
  const wrong = () => new ApiError('invalid_post_reference')
  if ((postId === undefined) === (postUrl === undefined)) throw wrong()
  const id = postId ?? idOfUrl(postUrl ?? '')
  if (id === undefined || !ID.test(id)) throw wrong()
  return id
}

function idOfUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || !HOSTS.has(url.hostname) || url.port !== '' || url.username !== '') return undefined
  return /^\/[^/]+\/status\/(\d+)\/?$/.exec(url.pathname)?.[1] ?? /^\/i\/web\/status\/(\d+)\/?$/.exec(url.pathname)?.[1]
}

/**
 * Whether a post earns today's credit: by one of these authors, made on this UTC day, with the two phrases and a link
 * to the application. Throws post_not_found, post_author_mismatch, post_not_today, post_content_mismatch.
 */
export function requireProof(
  post: Post | null,
  wanted: { id: string; authors: readonly string[]; day: string; appUrl: string },
): asserts post is Post {
  if (!post || post.id !== wanted.id) throw new ApiError('post_not_found')
  if (!wanted.authors.includes(post.authorId)) throw new ApiError('post_author_mismatch')
  if (utcDay(post.createdAt.getTime()) !== wanted.day) throw new ApiError('post_not_today')
  const text = post.text.toLowerCase().replace(/\s+/g, ' ')
  const missing = PHRASES.find((phrase) => !text.includes(phrase))
  if (missing !== undefined) throw new ApiError('post_content_mismatch', `the post must contain "${missing}"`)
  const { host } = new URL(wanted.appUrl)
  const words = post.text.split(/\s+/).map((word) => (/^https?:\/\//i.test(word) ? word : `https://${word}`))
  if (![...post.urls, ...words].some((link) => URL.parse(link)?.host === host))
    throw new ApiError('post_content_mismatch', `the post must link to ${host}`)
}
