import { decoded } from '../../../../shared/text/decoded.ts'

/** Shows the page that one is on in the list beside it, which may be longer than the screen. */
export function showCurrentPage(page: Document): void {
  const list = page.querySelector<HTMLElement>('.sidebar')
  const link = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && link) keepInView(list, link)
}

/** Marks the heading that is read in the contents of the page. */
export function followContents(page: Document): void {
  const list = page.querySelector<HTMLElement>('[data-contents]')
  const links = [...page.querySelectorAll<HTMLAnchorElement>('[data-contents] a')]
  const byId = new Map(links.map((link) => [decoded(link.hash.slice(1)), link]))
  const seen = new Set<string>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target.id)
      const current = [...byId].find(([id]) => seen.has(id))
      if (!current) return
      for (const link of links) link.removeAttribute('aria-current')
      current[1].setAttribute('aria-current', 'true')
      if (list) keepInView(list, current[1])
    },
    { rootMargin: '-64px 0px -60% 0px' },
  )
  for (const id of byId.keys()) {
    const heading = page.getElementById(id)
    if (heading) observer.observe(heading)
  }
}

/** Scrolls a list that is beside the page, and nothing else, so that one of its links is seen. */
function keepInView(list: HTMLElement, link: HTMLElement): void {
  const box = link.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (box.top >= frame.top && box.bottom <= frame.bottom) return
  list.scrollTop += box.top - frame.top - list.clientHeight / 3
}
