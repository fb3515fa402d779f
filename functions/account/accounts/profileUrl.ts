/** Why a text is not a URL that a profile may show; said after the field's name. */
export class UnfitUrl extends Error {}

/** Controls, blanks and backslashes: parsers skip or rewrite them, each in its own way. */
const SKIPPED = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u

/** Scheme, two slashes and the authority, as RFC 3986 (section 3) writes them: parsers also take fewer and more slashes. */
const PLACE = /^https?:\/\/([^/?#]+)/i

/**
 * The normalised form of a URL that a profile may show: an absolute http or https URL with a host, no user name or
 * password, and nothing that another reader would read otherwise. It is parsed as a browser does (WHATWG URL), and the
 * result is what is stored: a host in Punycode, everything else percent-encoded.
 *
 * `limit`: characters of the text, and of its normalised form. Throws UnfitUrl.
 *
 * @example
 * profileUrl('HTTPS://Example.com/a b', 280) // throws: contains a blank
 * profileUrl('HTTPS://Example.com', 280) // 'https://example.com/'
 */
export function profileUrl(text: string, limit: number): string {
  if (!text.isWellFormed()) throw new UnfitUrl('contains half a character (an unpaired surrogate)')
  if (SKIPPED.test(text)) throw new UnfitUrl('must not contain control characters, blanks or backslashes')
  const [, authority] = PLACE.exec(text) ?? []
  if (authority === undefined) throw new UnfitUrl('must begin with http:// or https:// and a host')
  if (authority.includes('@')) throw new UnfitUrl('must not contain a user name or password')
  const { href } = parse(text)
  if (href.length > limit) throw new UnfitUrl(`must have at most ${limit} characters when it is percent-encoded`)
  return href
}

function parse(text: string): URL {
  if (!URL.canParse(text)) throw new UnfitUrl('is not a URL')
  const url = new URL(text)
  // Already so by what is required of the text; another parser than today's must not change that.
  if (!['http:', 'https:'].includes(url.protocol) || url.hostname === '' || `${url.username}${url.password}` !== '')
    throw new UnfitUrl('is not an http or https URL with a host')
  return url
}

/** A URI of the immutable storage: its scheme, a storage key, and a path of files below it. */
const SOCIAL_URI = /^social:\/\/[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** A URI of the immutable storage as it is. Throws UnfitUrl. */
export function profileSocialUri(text: string): string {
  if (!SOCIAL_URI.test(text)) throw new UnfitUrl('must be social:// and a storage key')
  return text
}
