import { skills } from '../../skills.ts'
import { LLMS_FULL_TXT, LLMS_TXT, skillUrl } from './paths.ts'

/**
 * The pages of the host (sitemaps.org, protocol 0.9).
 *
 * @param pages paths of the pages for people
 */
export function sitemap(origin: string, pages: readonly string[]): string {
  const paths = ['/', ...pages.filter((path) => path !== '/'), LLMS_TXT, LLMS_FULL_TXT]
  const all = [...paths, ...skills().map(({ name }) => skillUrl(name))]
  const urls = all.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
