const TAIL = 1200
/** The most that an expression reads: what one does with each character, it does so often at most. */
const WINDOW = 8192

/**
 * 17 bytes or more as a list of numbers, and what is left of a longer list after it. Each part begins where no other
 * can, and repetitions are bounded: a hostile line takes linear time, and no more stack than any other.
 */
const NUMBERS = /(?:\[\s*)?(?<!\d)\d{1,3}(?:\s*,\s*\d{1,3}){16,1024}(?:\s*\])?/g
const MORE_NUMBERS = /\[redacted\](?:\s*,\s*\d{1,3}){1,16}(?:\s*\])?/g
/** Between two words outside a list of numbers: no key and no URL goes on after it. */
const BETWEEN = /[^\s\d,[\]]\s/

/**
 * The last 1 200 characters of a text without what must not appear in a log: the `secrets`, key pairs (as numbers, or
 * in base58 or hex), and everything in a URL after its host, which may contain a node's key. It throws for no text.
 */
export function redact(output: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter((secret) => secret.length >= 8)
    .reduce((text, secret) => text.replaceAll(secret, '[redacted]'), output)
  return endOf(known)
    .replaceAll(NUMBERS, '[redacted]')
    .replaceAll(MORE_NUMBERS, '[redacted]')
    .replaceAll(/[1-9A-HJ-NP-Za-km-z]{80,}/g, '[redacted]')
    .replaceAll(/(?<![0-9a-f])(0x)?[0-9a-f]{64,}/gi, '[redacted]')
    .replaceAll(/((?:https?|wss?):\/\/)(?:[^\s/@]*@)?([^\s/?#]+)[^\s]*/gi, '$1$2/…')
    .slice(-TAIL)
}

/** The end of a text, from where nothing that must not appear can have begun before. */
function endOf(text: string): string {
  if (text.length <= WINDOW) return text
  const end = text.slice(-WINDOW)
  const at = end.search(BETWEEN)
  return at === -1 ? '[redacted]' : `[redacted]${end.slice(at + 1)}`
}
