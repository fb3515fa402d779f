import { decoded } from '../../../../shared/text/decoded.ts'

/** What `live/search.tsx` exports. It is a file of its own, which is loaded when it is needed. */
interface SearchModule {
  open(indexUrl: string): void
  mount(place: Element, indexUrl: string, query: string): void
}

/** Opens search by its link, `/` and Ctrl or Cmd with K. A page without the thing asked for has it in the page. */
export function openSearch(page: Document): void {
  const link = page.querySelector<HTMLElement>('[data-search]')
  const { search: script, index } = link?.dataset ?? {}
  if (!link || script === undefined || index === undefined) return
  const load = (): Promise<SearchModule> => import(script)
  const open = (event: Event) => {
    event.preventDefault()
    void load().then((search) => search.open(index))
  }
  link.addEventListener('click', (event) =>
    event.metaKey || event.ctrlKey || event.shiftKey ? undefined : open(event),
  )
  page.addEventListener('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    if (isShortcut || isSlash) open(event)
  })
  const place = page.querySelector('[data-search-here]')
  const words = decoded(location.pathname)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
  if (place) void load().then((search) => search.mount(place, index, words.filter((word) => word !== 'docs').join(' ')))
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
