/** `24 Nov 10:05 UTC`, the same in every locale. */
export const shortUtc = (iso: string): string => {
  const [, , day = '', month = ''] = /^(\w+), (\d+) (\w+)/.exec(new Date(iso).toUTCString()) ?? []
  return `${day} ${month} ${iso.slice(11, 16)} UTC`
}
