const MAX_URL = 4096

/** Whether a URL is longer than 4 KiB; it is refused with 414 before anything is made of it (RFC 9110 section 15.5.15). */
export const isTooLong = (url: string): boolean => url.length > MAX_URL
