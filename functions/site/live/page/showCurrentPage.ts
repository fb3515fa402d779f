import { keepInView } from './keepInView.ts'

/** Shows the page that one is on in the list beside it, which may be longer than the screen. */
export function showCurrentPage(page: Document): void {
  const list = page.querySelector<HTMLElement>('.sidebar')
  const link = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && link) keepInView(list, link)
}
