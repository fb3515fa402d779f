import { validate } from '@readme/openapi-parser'
import { describe, expect, test } from 'vitest'
import { PIECES } from '../../schema/pieces.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Json } from '../../platform/json.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { fitPiece } from '../../platform/site/fitPiece.ts'
import { OPERATION_BYTES, PIECE_BYTES, piecesOf } from '../../platform/site/pieces.ts'
import { toYaml } from '../../platform/site/toYaml.ts'
import { at, isRecord, records } from '../laws/json.ts'

const json = openApiDocument()
const document: Json = JSON.parse(json)
const { families, yaml, operations } = piecesOf(document)
const ids = Object.values(OPERATIONS).flatMap((family) => Object.keys(family))
const bytesOf = (piece: Json): number => Buffer.byteLength(JSON.stringify(piece))
const idsOf = (piece: Json): string[] =>
  Object.values(records(piece['paths'])).flatMap((item) =>
    Object.values(records(item)).map((operation) => String(at(operation, 'operationId'))),
  )

test('the whole document is at most 1.48 MB', () => {
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(1_480_000)
})

test('the document names its pieces, and each is there', () => {
  expect(Object.values(records(at(document, 'x-pieces', 'families')))).toEqual(families.map(({ url }) => url))
  expect(operations.map(({ url }) => url)).toEqual(ids.map((id) => `/api/v1/spec/operations/${id}.json`))
})

test('every operation is in the pieces of its family, and in one room where the family has rooms', () => {
  const rooms = families.filter(({ url }) => /\/\w+-\w+\.json$/.test(url))
  const whole = families.filter((piece) => !rooms.includes(piece))
  expect(whole.flatMap(({ document: piece }) => idsOf(piece)).toSorted()).toEqual(ids.toSorted())
  expect(rooms.flatMap(({ document: piece }) => idsOf(piece)).toSorted()).toEqual(
    Object.keys(OPERATIONS.agents).toSorted(),
  )
  expect(families.map(({ url }) => url)).toEqual(PIECES.map((name) => `/api/v1/spec/${name}.json`))
})

test('a piece keeps within its bound, also as YAML', () => {
  const over = [
    ...families.filter(({ document: piece }) => bytesOf(piece) > PIECE_BYTES),
    ...yaml.filter(({ document: piece }) => Buffer.byteLength(toYaml(piece)) > PIECE_BYTES),
    ...operations.filter(({ document: piece }) => bytesOf(piece) > OPERATION_BYTES),
  ]
  expect(over.map(({ url }) => url)).toEqual([])
})

describe.each([
  ['a family', families],
  ['a family as YAML', yaml],
  ['an operation', operations],
])('a piece of %s', (_, pieces) => {
  test('has all that it refers to, and no component that it does not', () => {
    for (const { url, document: piece } of pieces) {
      const references = referencesIn(piece)
      expect(
        [...references].filter((one) => at(piece, ...one.slice('#/'.length).split('/')) === undefined),
        url,
      ).toEqual([])
      const components = Object.entries(records(piece['components'])).flatMap(([kind, all]) =>
        kind === 'securitySchemes' ? [] : Object.keys(records(all)).map((name) => `#/components/${kind}/${name}`),
      )
      expect(
        components.filter((one) => !references.has(one)),
        url,
      ).toEqual([])
    }
  })

  test('says what it leaves out, and leaves nothing out where all fits', () => {
    for (const { url, document: piece } of pieces) {
      const [path, item] = Object.entries(records(piece['paths']))[0] ?? []
      const [method] = Object.keys(records(item))
      if (piece['x-left-out'] !== undefined) expect(piece['x-left-out'], url).not.toEqual([])
      else
        expect(at(piece, 'paths', path ?? '', method ?? ''), url).toEqual(
          at(document, 'paths', path ?? '', method ?? ''),
        )
    }
  })
})

test('a piece says of an operation what the whole does, but for texts and examples', () => {
  for (const { url, document: piece } of [...families, ...yaml, ...operations]) {
    for (const [path, item] of Object.entries(records(piece['paths'])))
      for (const [method, operation] of Object.entries(records(item)))
        expect(shapeOf(operation), url).toEqual(shapeOf(at(document, 'paths', path, method)))
    for (const [kind, all] of Object.entries(records(piece['components'])))
      for (const [name, one] of Object.entries(records(all)))
        expect(shapeOf(one), `${url}: ${name}`).toEqual(shapeOf(at(document, 'components', kind, name)))
  }
})

/** A part of a document without its texts and examples; a reference that then stands alone is the reference. */
function shapeOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shapeOf)
  if (!isRecord(node)) return node
  // A field may be called `description`.
  const kept = Object.entries(node).filter(
    ([key, inner]) => key !== 'example' && !(key === 'description' && typeof inner === 'string'),
  )
  const [[key, inner] = []] = kept
  if (kept.length === 1 && key === 'allOf' && Array.isArray(inner) && inner.length === 1) return shapeOf(inner[0])
  return Object.fromEntries(kept.map(([name, one]) => [name, shapeOf(one)]))
}

test('what an operation takes, and the codes that it answers, are in its piece as they are in the whole', () => {
  for (const { url, document: piece } of operations)
    for (const [path, item] of Object.entries(records(piece['paths'])))
      for (const [method, operation] of Object.entries(records(item)))
        for (const part of ['parameters', 'requestBody', 'x-errors', 'security', 'summary'])
          expect(at(operation, part), `${url}: ${part}`).toEqual(at(document, 'paths', path, method, part))
})

test.each(families)('the piece $url is OpenAPI 3.0.3', async ({ document: piece }) => {
  const result = await validate(JSON.parse(JSON.stringify(piece)))
  expect(result.valid ? [] : result.errors).toEqual([])
})

test('a document that fits is not changed, and one that cannot fit is an error', () => {
  const [piece] = operations
  if (!piece) throw new Error('there is no operation')
  expect(fitPiece(piece.document, OPERATION_BYTES)).toBe(piece.document)
  expect(() => fitPiece(piece.document, 100)).toThrow(/bytes, over 100$/)
})

function referencesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (!isRecord(node)) return found
  if (typeof node['$ref'] === 'string') found.add(node['$ref'])
  for (const inner of Object.values(node)) referencesIn(inner, found)
  return found
}
