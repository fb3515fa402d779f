import { FAMILIES, HOST_PATHS } from '../../schema/families.ts'
import { boundFamily } from '../../shared/deployment/boundFamily.ts'

/** Maps the first path segments after the host to the binding of the family that answers them. */
const OWNERS = new Map<string, string>([
  ...Object.entries(FAMILIES).flatMap(([family, prefixes]) =>
    prefixes.map((prefix) => [`/api${prefix}`, family.toUpperCase()] as const),
  ),
  ...Object.entries(HOST_PATHS).flatMap(([family, paths]) =>
    paths.map((path) => [path, family.toUpperCase()] as const),
  ),
])

/** The Worker that answers a URL, if a family owns it and is bound. Every request passes here, so nothing is parsed. */
export function familyOf(url: string, env: Readonly<Record<string, unknown>>): Fetcher | undefined {
  const owner = OWNERS.get(prefixOf(url))
  return owner === undefined ? undefined : boundFamily(env, owner)
}

/** Below these the next segment decides who answers. */
const ROOTS = ['/api/v1/', '/api/', '/.well-known/']

/** `/api/v1/<segment>`, `/api/<segment>`, or `/<segment>` outside of the API; nothing where the segment is empty and more follows. */
function prefixOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const root = ROOTS.find((one) => url.startsWith(one, from)) ?? '/'
  let end = from + root.length
  if (url[end] === '/') return ''
  while (end < url.length && url[end] !== '/' && url[end] !== '?' && url[end] !== '#') end++
  return url.slice(from, end)
}
