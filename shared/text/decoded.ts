/** A part of a URL as people read it; as it is if its escapes are wrong (RFC 3986, section 2.1): anybody can write a stray `%`. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
