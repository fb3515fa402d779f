const encoder = new TextEncoder()

/**
 * Whether two secrets are equal. Both are hashed first (SHA-256), so the time taken depends neither on where they
 * differ nor on the length of the expected one.
 */
export async function sameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(given), digest(expected)])
  return sameBytes(a, b)
}

/** Whether a secret is one of those in force; all are compared, so that timing does not reveal which. */
export async function isInForce(given: string, secrets: readonly string[]): Promise<boolean> {
  return (await Promise.all(secrets.map((secret) => sameSecret(given, secret)))).includes(true)
}

/** Compares byte strings of public length in time that does not depend on their content. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [i, byte] of a.entries()) difference |= byte ^ (b[i] ?? 0)
  return difference === 0
}

const digest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
