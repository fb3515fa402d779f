import { SITE_PATHS } from '../../../schema/hostPaths.ts'
import type { Json } from '../../json.ts'
import { originAt, type Deployment } from '../../deployments.ts'
import { skills } from '../../skills.ts'
import { guides } from '../guides.ts'
import { robots } from '../robots.ts'
import { aiCatalog } from './aiCatalog.ts'
import { apiCatalog } from './apiCatalog.ts'
import { frontIndex } from './frontIndex.ts'
import { llmsFullTxt } from './llmsFullTxt.ts'
import { llmsTxt } from './llmsTxt.ts'
import {
  AI_CATALOG,
  API_CATALOG,
  guideUrl,
  LLMS_FULL_TXT,
  LLMS_TXT,
  SECURITY_TXT,
  SERVER_CARD,
  SITEMAP,
  SKILLS_INDEX,
  skillUrl,
} from './paths.ts'
import { securityTxt } from './securityTxt.ts'
import { serverCard } from './serverCard.ts'
import { createHash } from 'node:crypto'

/** The index of the host's skills (Agent Skills Discovery 0.2.0). A digest is of the bytes that the URL serves. */
const skillsIndex = () => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills().map(({ name, description, text }) => ({
    name,
    type: 'skill-md',
    description,
    url: skillUrl(name),
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
  })),
})

/**
 * Documents by which agents and crawlers discover the host: texts of assets by their paths.
 *
 * @param document the OpenAPI document
 * @param pages paths of the pages for people
 */
export function* hostDocuments(
  document: Json,
  deployment: Deployment,
  pages: readonly string[] = [],
): Generator<readonly [url: string, text: string]> {
  const origin = originAt(deployment)
  yield [LLMS_TXT, llmsTxt(origin, deployment)]
  yield [LLMS_FULL_TXT, llmsFullTxt(document, origin, deployment)]
  yield ['/index.json', JSON.stringify(frontIndex(deployment.hasAgent))]
  yield [AI_CATALOG, JSON.stringify(aiCatalog(origin, deployment))]
  yield [API_CATALOG, JSON.stringify(apiCatalog(origin, deployment.hasAgent))]
  yield [SERVER_CARD, JSON.stringify(serverCard(origin, deployment.baseUrl))]
  yield [SKILLS_INDEX, JSON.stringify(skillsIndex())]
  yield [SECURITY_TXT, securityTxt(origin, deployment.securityContact, Date.now())]
  yield ['/robots.txt', robots(origin)]
  yield [SITEMAP, sitemap(origin, pages)]
  for (const { name, text } of skills()) yield [skillUrl(name), text]
  for (const { name, text } of guides(deployment)) yield [guideUrl(name), text]
}

/**
 * The pages of the host (sitemaps.org, protocol 0.9).
 *
 * @param pages paths of the pages for people
 */
function sitemap(origin: string, pages: readonly string[]): string {
  const lists = SITE_PATHS.flatMap(({ path, kind }) => (kind === 'list' ? [path] : []))
  const paths = ['/', ...lists, ...pages.filter((path) => path !== '/'), LLMS_TXT, LLMS_FULL_TXT]
  const all = [...paths, ...skills().map(({ name }) => skillUrl(name))]
  const urls = all.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
