import { ERRORS } from '../../../schema/errors.ts'
import { skills } from '../../skills.ts'
import { guides } from '../guides.ts'
import { errorUrl } from '../pieceUrls.ts'
import { guideUrl, LLMS_FULL_TXT, LLMS_TXT, skillUrl } from './paths.ts'

/** The pages of the host (sitemaps.org, protocol 0.9). */
export function sitemap(origin: string): string {
  const paths = [
    '/',
    LLMS_TXT,
    LLMS_FULL_TXT,
    ...guides().map(({ name }) => guideUrl(name)),
    ...skills().map(({ name }) => skillUrl(name)),
    ...Object.keys(ERRORS).map(errorUrl),
  ]
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
