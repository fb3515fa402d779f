/** Origin of a URL; that of a relative one is the page's, as for `fetch`. */
export const originOf = (url: string): string => new URL(url, globalThis.location?.href).origin
