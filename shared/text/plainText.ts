/**
 * Text from a chain on one line: control characters and white space become single spaces, bidirectional overrides
 * (which let one name pass for another) go, and what is longer than `limit` characters is cut.
 */
export function plainText(text: string, limit: number): string {
  const line = text
    .slice(0, 4 * limit + 1024)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[\p{Cc}\p{Cs}\s\u2028\u2029]+/gu, ' ')
    .trim()
  return [...line].slice(0, limit).join('').trim()
}
