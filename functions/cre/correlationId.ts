/**
 * The caller's `X-Correlation-Id` if it is harmless, else a generated one: it is stored and returned in the same
 * header.
 */
export function correlationId({ headers }: Request): string {
  const given = headers.get('x-correlation-id')
  return given !== null && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : `cre-runtime-${crypto.randomUUID()}`
}
