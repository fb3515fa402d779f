import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { codesOf } from '../../../schema/codesOf.ts'
import { OPERATIONS } from '../../../schema/index.ts'
import type { Operation } from '../../../schema/operation.ts'
import { asList, asObject, type Json } from '../../../platform/json.ts'
import { openApiDocument } from '../../../platform/openapi.ts'
import { ofDocument } from '../../../platform/site/pages/reference/exampleCall.ts'
import { familiesInOrder } from '../../../platform/site/pages/reference/familyTitles.ts'
import { richText, toMarkdown } from '../../../platform/site/pages/reference/richText.ts'
import { shapeOf } from '../../../platform/site/pages/reference/shapeOf.ts'
import { factsAbout } from '../../support/facts.ts'
import { builtText, builtUrls } from '../builtDocuments.ts'

/** Bytes of a page with everything that it loads, compressed. */
const MOST_BYTES = 60_000

const document = JSON.parse(openApiDocument())
const operations: readonly Operation[] = Object.values(OPERATIONS).flatMap((family) => Object.values(family))

/** A page or file of the site. */
function pageAt(url: string): string {
  if (!builtUrls.has(url)) throw new Error(`there is no ${url}`)
  return builtText(url)
}

const sizes = new Map<string, number>()
const bytesAt = (url: string): number => {
  const bytes = sizes.get(url) ?? gzipSync(pageAt(url)).length
  sizes.set(url, bytes)
  return bytes
}

/** Bytes of a page and of all that it loads, compressed: its files, and the piece of the contract that Try it reads. */
function bytesOf(html: string): number {
  const loaded = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:css|js|svg))"|data-spec="([^"]+)"/g)]
  return loaded.reduce((sum, [, file, spec = '']) => sum + bytesAt(file ?? spec), gzipSync(html).length)
}

test('every page is within its budget', () => {
  const pages = [...builtUrls].filter((url) => /^\/docs(?:\.html|\/.*\.html)$/.test(url))
  const all = pages.map((url) => [url, bytesOf(pageAt(url))] as const)
  const [[url, bytes] = ['', 0]] = all.toSorted(([, one], [, other]) => other - one)
  console.log(
    `the largest of ${all.length} pages of the reference: ${url}, ${bytes} bytes as gzip with all that it loads`,
  )
  expect(all.filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([])
})

const missingIn = (page: string, texts: readonly string[]): string[] => texts.filter((text) => !page.includes(text))

/** The text of a page without its tags and the places where long names may be broken. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('the page of every operation', () => {
  const fact = factsAbout(operations, ({ operationId }) => operationId)
  const pageOf = ({ operationId }: Operation) => pageAt(`/docs/operations/${operationId}.html`)

  fact('has its method, path, parameters and the fields of its body', (operation) => {
    const { method, path, operationId } = operation
    const text = textOf(pageOf(operation))
    const documented = asObject(asObject(asObject(document.paths)[path])[method])
    const content = asObject(ofDocument(document, documented['requestBody'])['content'])
    const body = ofDocument(document, asObject(content['application/json'])['schema'])
    const names = asList(documented['parameters']).map((one) => String(ofDocument(document, one)['name']))
    const texts = [
      `${method.toUpperCase()}${path}${operationId}`,
      ...names,
      ...Object.keys(asObject(body['properties'])),
    ]
    expect(missingIn(text, texts)).toEqual([])
  })

  fact('has each of its errors with a link to its page', (operation) => {
    const links = [...codesOf(operation)].map((code) => `<a href="/docs/errors/${code}">`)
    expect(missingIn(pageOf(operation), links)).toEqual([])
  })

  fact('has samples that are chosen without script', (operation) => {
    const chosen = /<input type="radio" name="request" value="curl"[^>]* checked/.test(pageOf(operation))
    const tabs = ['curl', 'typescript', 'python'].map((language) => `data-tab="${language}"`)
    expect([chosen, missingIn(pageOf(operation), tabs)]).toEqual([true, []])
  })

  fact('mounts the part that sends the request, or says that pages do not call it', (operation) => {
    const id = operation.operationId
    const texts = [
      `data-try="${id}" data-spec="/api/v1/spec/operations/${id}.json"`,
      'Pages do not call this operation',
    ]
    expect(missingIn(pageOf(operation), texts)).toHaveLength(1)
  })

  fact('has no script or style within it', (operation) => {
    const [found] = / style=|<style|<script(?![^>]* src=)| on\w+=/.exec(pageOf(operation)) ?? []
    expect(found).toBeUndefined()
  })

  fact('is there as Markdown, with the same errors', (operation) => {
    const { method, path, operationId } = operation
    const errors = [...codesOf(operation)].map((code) => `[\`${code}\`](/docs/errors/${code})`)
    const text = pageAt(`/docs/operations/${operationId}.md`)
    expect(missingIn(text, [`\`${method.toUpperCase()} ${path}\``, ...errors])).toEqual([])
  })
})

test('each family lists its operations, and the first page lists the families', () => {
  const first = pageAt('/docs.html')
  for (const family of familiesInOrder()) {
    expect(first).toContain(`href="/docs/families/${family}"`)
    const links = Object.keys(OPERATIONS[family]).map((id) => `href="/docs/operations/${id}"`)
    expect(missingIn(pageAt(`/docs/families/${family}.html`), links)).toEqual([])
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
