const MOST_LENGTH = 1024

/** Whether a client prefers `handling=strict`; of a preference that is stated twice the first counts (RFC 7240, section 2). */
export function prefersStrict(prefer: string | null): boolean {
  if (prefer === null || prefer.length > MOST_LENGTH) return false
  const plain = prefer.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => text.replaceAll(/[,;=]/g, ''))
  for (const preference of plain.split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=').map((part) => part.trim())
    if (name.toLowerCase() === 'handling') return value === 'strict'
  }
  return false
}
