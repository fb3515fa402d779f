/** A request URL, taken apart once. */
export interface Parts {
  readonly path: string
  /** With its question mark, without `minBlock`, which asks for freshness and not for something else. */
  readonly search: string
  readonly minBlock: string | undefined
  readonly query: URLSearchParams
}

const NO_QUERY = new URLSearchParams()

/** Runs on every warm read, so the common URL without a query is cut by hand and not parsed. */
export function partsOf(url: string): Parts {
  const from = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('#', from)
  const rest = url.slice(from, end === -1 ? undefined : end)
  const mark = rest.indexOf('?')
  if (mark === -1) return { path: rest, search: '', minBlock: undefined, query: NO_QUERY }
  const path = rest.slice(0, mark)
  const query = new URLSearchParams(rest.slice(mark + 1))
  const minBlock = query.get('minBlock') ?? undefined
  if (minBlock === undefined) return { path, search: rest.slice(mark), minBlock, query }
  const others = new URLSearchParams(query)
  others.delete('minBlock')
  return { path, search: others.size === 0 ? '' : `?${others}`, minBlock, query }
}
