import { parseAccept } from 'hono/utils/accept'

/** An asset, and the media type that it is sent with. */
export interface Form {
  readonly asset: string
  readonly type: string
}

const MOST_LENGTH = 1024

/**
 * The form of a page that a client prefers (RFC 9110, section 12.5.1): of those that it names the one with the highest quality,
 * the first if several have it; the first form where it names none, or prefers the range that this one is in.
 */
export function preferredForm(accept: string | null, forms: readonly [Form, ...Form[]]): Form {
  const [usual] = forms
  if (accept === null || accept.length > MOST_LENGTH) return usual
  const ranges = parseAccept(accept)
  const named = ranges.find(({ type, q }) => q > 0 && forms.some((form) => form.type === type.toLowerCase()))
  const form = named && forms.find(({ type }) => type === named.type.toLowerCase())
  const others = ranges.find(({ type }) => type === 'text/*') ?? ranges.find(({ type }) => type === '*/*')
  return form && named.q >= (others?.q ?? 0) ? form : usual
}
