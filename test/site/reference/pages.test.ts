import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_ORIGIN } from '../../../functions/site/atHost.ts'
import { codesOf } from '../../../schema/codesOf.ts'
import { OPERATIONS } from '../../../schema/index.ts'
import { asList, asObject, type Json } from '../../../platform/json.ts'
import { openApiDocument } from '../../../platform/openapi.ts'
import { localPlace } from '../../../platform/places.ts'
import { ofDocument } from '../../../platform/site/pages/reference/exampleCall.ts'
import { familiesInOrder } from '../../../platform/site/pages/reference/familyTitles.ts'
import { richText, toMarkdown } from '../../../platform/site/pages/reference/richText.ts'
import { shapeOf } from '../../../platform/site/pages/reference/shapeOf.ts'
import { referencePages } from '../../../platform/site/pages/reference/referencePages.ts'
import { loadPages } from '../../../platform/site/pages/loadPages.ts'
import { piecesOf } from '../../../platform/site/pieces.ts'
import { siteFiles } from '../../../platform/site/pages/siteFiles.ts'

/** Bytes of a page with everything that it loads, compressed. */
const MOST_BYTES = 60_000

const document = JSON.parse(openApiDocument())
const operations = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
const files = new Map<string, string>()
let sizes: ReadonlyMap<string, number>

beforeAll(async () => {
  const bundled = await siteFiles()
  const pieces = piecesOf(document).operations.map((piece) => [piece.url, JSON.stringify(piece.document)] as const)
  sizes = new Map([...bundled.contents, ...pieces].map(([url, content]) => [url, gzipSync(content).length]))
  const site = { document, place: localPlace(), origin: LOCAL_ORIGIN, pages: await loadPages(), files: bundled.files }
  for (const [url, content] of referencePages(site)) files.set(url, String(content))
})

const pageAt = (url: string): string => {
  const page = files.get(url)
  if (page === undefined) throw new Error(`there is no ${url}`)
  return page
}

/** Bytes of a page and of all that it loads, compressed: its files, and the piece of the contract that Try it reads. */
function bytesOf(html: string): number {
  const loaded = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:css|js|svg))"|data-spec="([^"]+)"/g)]
  return loaded.reduce((sum, [, file, spec = '']) => sum + (sizes.get(file ?? spec) ?? Infinity), gzipSync(html).length)
}

test('the largest page is within its budget', () => {
  const all = [...files].filter(([url]) => url.endsWith('.html')).map(([url, html]) => [url, bytesOf(html)] as const)
  const [[url, bytes] = ['', 0]] = all.toSorted(([, one], [, other]) => other - one)
  console.log(
    `the largest of ${all.length} pages of the reference: ${url}, ${bytes} bytes as gzip with all that it loads`,
  )
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})

/** The text of a page without its tags and the places where long names may be broken. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe.each(operations.map((one) => [one.operationId, one] as const))('%s', (operationId, operation) => {
  const page = () => pageAt(`/docs/operations/${operationId}.html`)

  test('has its method, path, parameters and the fields of its body', () => {
    const text = textOf(page())
    const documented = asObject(asObject(asObject(document.paths)[operation.path])[operation.method])
    const content = asObject(ofDocument(document, documented['requestBody'])['content'])
    const body = ofDocument(document, asObject(content['application/json'])['schema'])
    const names = asList(documented['parameters']).map((one) => ofDocument(document, one)['name'])
    expect(text).toContain(`${operation.method.toUpperCase()}${operation.path}${operationId}`)
    for (const name of [...names, ...Object.keys(asObject(body['properties']))]) expect(text).toContain(String(name))
  })

  test('has each of its errors with a link to its page', () => {
    for (const code of codesOf(operation)) expect(page()).toContain(`<a href="/docs/errors/${code}">`)
  })

  test('has samples that are chosen without script', () => {
    expect(page()).toMatch(/<input type="radio" name="request" value="curl"[^>]* checked/)
    for (const language of ['curl', 'typescript', 'python']) expect(page()).toContain(`data-tab="${language}"`)
  })

  test('mounts the part that sends the request, or says that pages do not call it', () => {
    const mount = `data-try="${operationId}" data-spec="/api/v1/spec/operations/${operationId}.json"`
    expect(page().includes(mount)).toBe(!page().includes('Pages do not call this operation'))
  })

  test('has no script or style within it, and is small with everything that it loads', () => {
    expect(page()).not.toMatch(/ style=|<style|<script(?![^>]* src=)| on\w+=/)
    expect(bytesOf(page())).toBeLessThan(MOST_BYTES)
  })

  test('is there as Markdown, with the same errors', () => {
    const text = pageAt(`/docs/operations/${operationId}.md`)
    expect(text).toContain(`\`${operation.method.toUpperCase()} ${operation.path}\``)
    for (const code of codesOf(operation)) expect(text).toContain(`[\`${code}\`](/docs/errors/${code})`)
  })
})

test('each family lists its operations, and the first page lists the families', () => {
  const first = pageAt('/docs.html')
  for (const family of familiesInOrder()) {
    expect(first).toContain(`href="/docs/families/${family}"`)
    const page = pageAt(`/docs/families/${family}.html`)
    for (const id of Object.keys(OPERATIONS[family])) expect(page).toContain(`href="/docs/operations/${id}"`)
  }
  expect(familiesInOrder().flatMap((family) => Object.keys(OPERATIONS[family]))).toHaveLength(operations.length)
})

describe('a text of the contract', () => {
  test('links operations, error codes and guides, and nothing else', () => {
    const text = richText(
      'Use getGaugeEpoch or `getVaultReport`, else 503 behind_requested_block; docs/building.md has `asOf`.',
    )
    expect(toMarkdown(text)).toBe(
      'Use [`getGaugeEpoch`](/docs/operations/getGaugeEpoch.md) or [`getVaultReport`](/docs/operations/getVaultReport.md), else 503 [`behind_requested_block`](/docs/errors/behind_requested_block.md); [`building`](/docs/guides/building.md) has `asOf`.',
    )
  })

  test('does not link the page that it is on', () => {
    expect(richText('See getGaugeEpoch', 'getGaugeEpoch')).toEqual(['See ', { code: 'getGaugeEpoch' }])
  })
})

describe('a field', () => {
  const boundsOf = (schema: Json) => shapeOf({ properties: { a: schema } }).fields[0]

  test.each([
    [{ type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'integer', ['1 to 100', 'default 20']],
    [{ type: 'string', maxLength: 14_000 }, 'string', ['at most 14\u202f000 characters']],
    [
      { type: 'array', maxItems: 3, items: { type: 'string', pattern: '^0x[a-fA-F0-9]{40}$' } },
      'address[]',
      ['at most 3 entries'],
    ],
    [
      { anyOf: [{ type: 'string', pattern: '^(0|[1-9][0-9]{0,77})$' }, { type: 'null' }] },
      'integer as text or null',
      [],
    ],
    [{ type: 'string', enum: ['give', 'revoke'] }, '"give" or "revoke"', []],
    [{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'integer', ['at least 0']],
  ])('%j', (schema, type, bounds) => {
    expect(boundsOf(schema)).toMatchObject({ type, bounds })
  })
})
