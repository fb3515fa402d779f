import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formOf, SITE_PATHS } from '../../schema/hostPaths.ts'
import { openApiDocument } from '../openapi.ts'
import { CLIENT_URL } from '../client/clientBundle.ts'
import { packClient } from '../client/packClient.ts'
import { toolDocuments } from '../mcp/toolDocuments.ts'
import { localDeployment, type Deployment } from '../deployments.ts'
import { ARAZZO_URL, arazzoDocument } from './arazzo/arazzoDocument.ts'
import { hostDocuments } from './discovery/hostDocuments.ts'
import { CHANGES_URL, changesFeed } from './changesFeed.ts'
import { codePage, CODES } from './errorPage.ts'
import { errorUrl, WHOLE_URL, yamlUrl } from './pieceUrls.ts'
import type { SiteFile } from './pages/siteFiles.ts'
import { sitePages } from './pages/sitePages.ts'
import { piecesOf } from './pieces.ts'
import { toYaml } from './toYaml.ts'

/** Writes the static assets of `site` for a deployment: whole or not at all, in place of those that are in the folder. */
export async function writeDocuments(folder: string, deployment?: Deployment): Promise<void> {
  const draft = `${folder}.${process.pid}`
  for await (const [url, content] of documentsAt(deployment)) {
    const file = path.join(draft, url)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  const before = `${draft}.before`
  await rename(folder, before).catch(() => undefined)
  await rename(draft, folder)
  await rm(before, { recursive: true, force: true })
}

/** The contents of the assets by their paths. */
export async function* documentsAt(deployment: Deployment = localDeployment()): AsyncGenerator<SiteFile> {
  const json = openApiDocument(deployment)
  const whole = JSON.parse(json)
  const { families, yaml, operations } = piecesOf(whole)
  yield [WHOLE_URL, json]
  yield [yamlUrl(WHOLE_URL), toYaml(whole)]
  for (const { url, document } of [...families, ...operations]) yield [url, JSON.stringify(document)]
  for (const { url, document } of yaml) yield [url, toYaml(document)]
  yield [CHANGES_URL, JSON.stringify(changesFeed(deployment))]
  for (const code of CODES) yield [`${errorUrl(code)}.md`, codePage(code)]
  const pages: string[] = []
  for await (const file of sitePages(whole, deployment)) {
    const page = pageOf(file)
    if (page !== undefined) pages.push(withEntry(page))
    yield file
  }
  yield* hostDocuments(whole, deployment, pages)
  yield* toolDocuments(whole)
  yield [ARAZZO_URL, toYaml(arazzoDocument(whole, deployment))]
  yield [CLIENT_URL, await packClient()]
}

const PAGES = SITE_PATHS.filter(({ kind }) => kind === 'page' || kind === 'front').map((entry) => formOf(entry))

/** A page's path. Throws an Error if the site has no entry for it: its Worker would not serve the page. */
function withEntry(page: string): string {
  if (!PAGES.some((form) => form.test(page))) throw new Error(`${page} has no entry in schema/hostPaths.ts`)
  return page
}

/** The path at which a file is a page that is there to be found. */
function pageOf([url]: SiteFile): string | undefined {
  const [, path] = /^(.*)\.html$/.exec(url) ?? []
  return path === '/404' ? undefined : path === '/index' ? '/' : path
}
