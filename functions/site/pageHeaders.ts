import { json } from 'virtual:siteFiles'
import type { SiteFiles } from './pages/SiteFiles.ts'

/** Paths of the files that pages load, as the build named them. */
export const siteFiles: SiteFiles = JSON.parse(json)

/**
 * Headers of an HTML page. It loads the scripts and the sheet that its policy names, whose names are hashes of their contents, and calls
 * its own host: no inline script or style, no other file, no other origin (Content Security Policy Level 3).
 *
 * @param origin of the host, as it is configured: the header Host says whatever its sender likes
 */
export function pageHeaders(origin: string): Readonly<Record<string, string>> {
  const sources = (path: string) => namesOf(origin).map((name) => `${name}${path}`)
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${Object.values(siteFiles.scripts).flatMap(sources).join(' ')}`,
      `style-src ${sources(siteFiles.style).join(' ')}`,
      `img-src 'self' data:`,
      `connect-src 'self'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/** A localnet is opened by either name of its machine. */
export const namesOf = (origin: string): readonly string[] =>
  origin.startsWith('http://127.0.0.1:') ? [origin, origin.replace('127.0.0.1', 'localhost')] : [origin]
