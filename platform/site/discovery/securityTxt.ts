import { guideUrl, SECURITY_TXT } from './paths.ts'

const DAY_MS = 86_400_000
/** Less than a year, as RFC 9116 recommends; every deployment starts it again. */
const VALID_DAYS = 360

/**
 * `security.txt` (RFC 9116).
 *
 * @param contact URI to report a vulnerability to
 * @param now unix milliseconds; the same day makes the same text
 */
export const securityTxt = (origin: string, contact: string, now: number): string =>
  [
    `Contact: ${contact}`,
    `Expires: ${new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}${SECURITY_TXT}`,
    `Policy: ${origin}${guideUrl('security')}`,
    '',
  ].join('\n')
