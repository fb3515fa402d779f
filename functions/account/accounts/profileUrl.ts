/** A URL that a profile must not contain. The message follows the field's name. */
export class InvalidProfileUrl extends Error {}

/** Control characters, spaces and backslashes: parsers skip or rewrite them, each in its own way. */
const SKIPPED = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u

/** Scheme, two slashes and the authority, as RFC 3986 (section 3) writes them: parsers also take fewer and more slashes. */
const PLACE = /^https?:\/\/([^/?#]+)/i

/**
 * The normalised form of a profile URL: an absolute http or https URL with a host, without user name, password or anything
 * that parsers read differently. It is parsed as in a browser (WHATWG URL). The result is stored: the host in Punycode,
 * everything else percent-encoded.
 *
 * `limit`: characters of the text, and of its normalised form. Throws InvalidProfileUrl.
 *
 * @example
 * profileUrl('HTTPS://Example.com/a b', 280) // throws: contains a space
 * profileUrl('HTTPS://Example.com', 280) // 'https://example.com/'
 */
export function profileUrl(text: string, limit: number): string {
  if (!text.isWellFormed()) throw new InvalidProfileUrl('must not contain an unpaired surrogate')
  if (SKIPPED.test(text)) throw new InvalidProfileUrl('must not contain control characters, spaces or backslashes')
  const [, authority] = PLACE.exec(text) ?? []
  if (authority === undefined) throw new InvalidProfileUrl('must start with http:// or https:// and a host')
  if (authority.includes('@')) throw new InvalidProfileUrl('must not contain a user name or password')
  const { href } = parse(text)
  if (href.length > limit) throw new InvalidProfileUrl(`must have at most ${limit} characters after percent-encoding`)
  return href
}

function parse(text: string): URL {
  if (!URL.canParse(text)) throw new InvalidProfileUrl('must be a URL')
  const url = new URL(text)
  // The checks of the text already ensure this; a future parser must not change it.
  if (!['http:', 'https:'].includes(url.protocol) || url.hostname === '' || `${url.username}${url.password}` !== '')
    throw new InvalidProfileUrl('must be an http or https URL with a host')
  return url
}

/** A URI of the immutable storage: its scheme, a storage key, and a path of files below it. */
const SOCIAL_URI = /^social:\/\/[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** A URI of the immutable storage as it is. Throws InvalidProfileUrl. */
export function profileSocialUri(text: string): string {
  if (!SOCIAL_URI.test(text)) throw new InvalidProfileUrl('must be social:// followed by a storage key')
  return text
}

/** A text that a profile must not contain. The message follows the field's name. */
export class InvalidProfileText extends Error {}

const CONTROL = /\p{Cc}/u
/** Embeddings, overrides and isolates (UAX #9): text after them shows in another order. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u

/**
 * A profile text in NFC, trimmed: one line that shows as it is stored. Throws InvalidProfileText.
 */
export function profileText(text: string): string {
  if (!text.isWellFormed()) throw new InvalidProfileText('must not contain an unpaired surrogate')
  if (CONTROL.test(text)) throw new InvalidProfileText('must not contain control characters or line breaks')
  if (DIRECTION.test(text)) throw new InvalidProfileText('must not contain bidirectional control characters')
  return text.normalize('NFC').trim()
}
