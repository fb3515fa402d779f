/** The query of a URL, without its mark. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1).replace(/#.*/s, '')
}
