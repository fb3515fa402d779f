import { decoded } from '../../../../shared/text/decoded.ts'
import { keepInView } from './keepInView.ts'

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
