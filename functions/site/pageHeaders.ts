import { siteFiles } from './siteFiles.ts'

/**
 * Headers of an HTML page. It loads the scripts and the sheet that its policy names, whose names are hashes of their contents, and calls
 * its own host: no inline script or style, no other file, no other origin (Content Security Policy Level 3).
 *
 * @param origin of the host
 */
export const pageHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${Object.values(siteFiles.scripts)
      .map((path) => `${origin}${path}`)
      .join(' ')}`,
    `style-src ${origin}${siteFiles.style}`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
})
