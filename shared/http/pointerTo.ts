/** Parts of a request, as `fields` of an error name them. */
export type RequestPart = 'path' | 'query' | 'header' | 'body'

const MOST_LENGTH = 256

/** JSON pointer as a URI fragment (RFC 6901, section 6) into a request as `{path, query, header, body}`. */
export function pointerTo(part: RequestPart, path: readonly PropertyKey[]): string {
  const steps = path.map((key) =>
    encodeURIComponent(String(key).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  return `#/${[part, ...steps].join('/')}`.slice(0, MOST_LENGTH)
}
