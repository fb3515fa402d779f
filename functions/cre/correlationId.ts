/** The caller's harmless `X-Correlation-Id`, else one of our own: it is stored, and comes back in the same header. */
export function correlationId({ headers }: Request): string {
  const given = headers.get('x-correlation-id')
  return given !== null && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : `cre-runtime-${crypto.randomUUID()}`
}
