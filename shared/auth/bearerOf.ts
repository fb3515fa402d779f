/** The credential of `Authorization: Bearer` (RFC 6750, section 2.1). */
export const bearerOf = (request: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
