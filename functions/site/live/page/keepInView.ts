/** Scrolls a list that is beside the page, and nothing else, so that one of its links is seen. */
export function keepInView(list: HTMLElement, link: HTMLElement): void {
  const place = link.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (place.top >= frame.top && place.bottom <= frame.bottom) return
  list.scrollTop += place.top - frame.top - list.clientHeight / 3
}
