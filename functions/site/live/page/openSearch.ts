import { decoded } from '../../../../shared/text/decoded.ts'

/** Exports of `live/search.tsx`, a file of its own that is loaded when it is needed. */
interface SearchModule {
  open(indexUrl: string, typed?: string): void
  mount(element: Element, indexUrl: string, query: string): void
}

/** Opens search by its link, `/` and Ctrl or Cmd with K. The page of a 404 has it in the page. */
export function openSearch(page: Document): void {
  const link = page.querySelector<HTMLElement>('[data-search]')
  const { search: script, index } = link?.dataset ?? {}
  if (!link || script === undefined || index === undefined) return
  // Keys typed while the dialog loads; undefined at any other time.
  let typed: string | undefined
  const load = (): Promise<SearchModule> => import(script)
  const open = (event: Event) => {
    event.preventDefault()
    if (typed !== undefined) return
    typed = ''
    void load()
      .then((search) => search.open(index, typed))
      .finally(() => (typed = undefined))
  }
  link.addEventListener('click', (event) =>
    event.metaKey || event.ctrlKey || event.shiftKey ? undefined : open(event),
  )
  page.addEventListener('keydown', (event) => {
    if (typed !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.key.length === 1) typed += event.key
      else if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else return
      event.preventDefault()
      return
    }
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    if (isShortcut || isSlash) open(event)
  })
  const element = page.querySelector('[data-search-here]')
  const words = decoded(location.pathname)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
  if (element)
    void load().then((search) => search.mount(element, index, words.filter((word) => word !== 'docs').join(' ')))
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
