/**
 * Headers of an HTML page. It loads its own files and calls its own host, and nothing else: no inline script or style, no other
 * origin (Content Security Policy Level 3).
 *
 * @param origin of the host
 */
export const pageHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${origin}/assets/`,
    `style-src ${origin}/assets/`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
})
