const TAIL = 1200

/**
 * 17 bytes or more as a list of numbers, and what is left of a longer list after it. Each part begins where no other
 * can, and repetitions are bounded: a hostile line takes linear time, and no more stack than any other.
 */
const NUMBERS = /(?:\[\s*)?(?<!\d)\d{1,3}(?:\s*,\s*\d{1,3}){16,1024}(?:\s*\])?/g
const MORE_NUMBERS = /\[redacted\](?:\s*,\s*\d{1,3}){1,16}(?:\s*\])?/g

/**
 * The last 1 200 characters of a text without what must not appear in a log: the `secrets`, key pairs (as numbers, or
 * in base58 or hex), and everything in a URL after its host, which may contain a node's key.
 */
export function redact(output: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter((secret) => secret.length >= 8)
    .reduce((text, secret) => text.replaceAll(secret, '[redacted]'), output)
  return known
    .replaceAll(NUMBERS, '[redacted]')
    .replaceAll(MORE_NUMBERS, '[redacted]')
    .replaceAll(/[1-9A-HJ-NP-Za-km-z]{80,}/g, '[redacted]')
    .replaceAll(/(?<![0-9a-f])(0x)?[0-9a-f]{64,}/gi, '[redacted]')
    .replaceAll(/((?:https?|wss?):\/\/)(?:[^\s/@]*@)?([^\s/?#]+)[^\s]*/gi, '$1$2/…')
    .slice(-TAIL)
}
