/** Media types by what a name ends in; YAML: RFC 9512, Markdown: RFC 7763. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  yaml: 'application/yaml',
}

/** The Content-Type of an asset: all are text in UTF-8. */
export function typeOf(path: string): string {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  if (type === undefined) throw new Error(`${path} has no media type`)
  return `${type}; charset=utf-8`
}
